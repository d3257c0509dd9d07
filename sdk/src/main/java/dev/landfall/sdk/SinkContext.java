package dev.landfall.sdk;

import java.util.concurrent.ThreadFactory;

/**
 * What a host lends to one opened sink: identity, time, threads, chance and metrics. Immutable,
 * thread-safe.
 *
 * @param sink the identity under which everything in the store is named
 * @param instance a token that no other process has; it may stand <em>inside</em> a fence record to
 *     tell one's own from another's, never in a name (SI-4)
 * @param time clock and waiting
 * @param threads makes the sink's background threads (daemons, named after the sink)
 * @param seed of whatever chance a sink needs, such as the jitter of a retry
 * @param metrics where figures go
 */
public record SinkContext(
    SinkId sink,
    String instance,
    HostTime time,
    ThreadFactory threads,
    long seed,
    Metrics metrics) {}
