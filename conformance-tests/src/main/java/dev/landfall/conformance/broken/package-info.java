/** The broken sinks that the suite must catch: the fixed table of {@code docs/conformance.md}. */
@NullMarked
package dev.landfall.conformance.broken;

import org.jspecify.annotations.NullMarked;
