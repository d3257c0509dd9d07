package dev.landfall.sdk;

import java.time.Duration;

/**
 * What the pipeline asks of its sink, checked at preflight (SI-6, T-9). Immutable, thread-safe.
 *
 * @param guarantee what is asked for; a sink that cannot give it answers with an error
 * @param checkpointInterval how long a transaction stays open in the normal case
 * @param toleratedDowntime how long the pipeline may be down without loss: prepared work must live
 *     through it
 * @param parallelism how many writers there will be
 * @param keyed whether every record has a key
 */
public record PipelineTerms(
    Guarantee.Level guarantee,
    Duration checkpointInterval,
    Duration toleratedDowntime,
    int parallelism,
    boolean keyed) {}
