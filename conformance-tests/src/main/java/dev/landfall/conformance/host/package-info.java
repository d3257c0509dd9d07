/**
 * The scripted host: it is the checkpoint store, so durable or not is its choice, and it drives the
 * sdk's own drivers. It knows the store only as a {@link dev.landfall.conformance.host.Bench}.
 */
@NullMarked
package dev.landfall.conformance.host;

import org.jspecify.annotations.NullMarked;
