package dev.landfall.sdk.source;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import java.util.concurrent.ThreadFactory;

/**
 * What a host lends to one opened source. Immutable, thread-safe.
 *
 * @param pipeline the pipeline's name
 * @param time clock and waiting
 * @param threads makes the source's background threads
 * @param metrics where figures go
 */
public record SourceContext(
    String pipeline, HostTime time, ThreadFactory threads, Metrics metrics) {}
