package dev.landfall.runner;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.source.Source;
import java.time.Duration;
import java.util.Optional;

/**
 * How far an attempt of a run has come; the next one counts from nothing. Immutable, thread-safe.
 *
 * @param read records handed over by the source, rejected ones included
 * @param written records handed to the sink's writers
 * @param rejected records that cannot be written
 * @param committed records of which every reader knows: their checkpoint is durable and committed
 * @param checkpoints checkpoints completed
 * @param durable the newest durable checkpoint, the restored one included
 * @param uncommitted how long ago the oldest interval with uncommitted records began; zero if
 *     everything is committed
 * @param source how far the source is through its input, where it knows
 */
public record RunProgress(
    long read,
    long written,
    long rejected,
    long committed,
    long checkpoints,
    Optional<CheckpointId> durable,
    Duration uncommitted,
    Optional<Source.Progress> source) {}
