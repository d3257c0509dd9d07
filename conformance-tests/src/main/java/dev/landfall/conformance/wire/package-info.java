/**
 * Real stores: a sink in a process of its own, a proxy that holds its bytes, an observer beside the
 * store, and the engine that runs points through them. Schedules, host and checker are those of the
 * simulated store.
 */
@NullMarked
package dev.landfall.conformance.wire;

import org.jspecify.annotations.NullMarked;
