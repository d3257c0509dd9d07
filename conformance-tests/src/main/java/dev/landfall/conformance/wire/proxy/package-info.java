/** Stands between a sink's client and its store, and holds what passes until the suite says on. */
@NullMarked
package dev.landfall.conformance.wire.proxy;

import org.jspecify.annotations.NullMarked;
