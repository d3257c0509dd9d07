/** Odd sinks that keep every promise: the suite must not blame them. */
@NullMarked
package dev.landfall.conformance.legal;

import org.jspecify.annotations.NullMarked;
