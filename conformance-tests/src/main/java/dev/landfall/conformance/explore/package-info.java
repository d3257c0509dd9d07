/** Enumerates: every schedule, every gap, every fault, and a second kill in every recovery. */
@NullMarked
package dev.landfall.conformance.explore;

import org.jspecify.annotations.NullMarked;
