package dev.landfall.runner;

import dev.landfall.sdk.source.Source;
import java.util.Optional;

/**
 * How far a run has come. Immutable, thread-safe.
 *
 * @param read records handed over by the source, rejected ones included
 * @param written records handed to the sink's writers
 * @param rejected records that cannot be written
 * @param committed records of which every reader knows: their checkpoint is durable and committed
 * @param checkpoints checkpoints completed
 * @param source how far the source is through its input, where it knows
 */
public record RunProgress(
    long read,
    long written,
    long rejected,
    long committed,
    long checkpoints,
    Optional<Source.Progress> source) {}
