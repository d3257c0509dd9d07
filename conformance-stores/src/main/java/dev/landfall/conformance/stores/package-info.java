/** Drivers of the conformance suite for the stores that come with it. */
@NullMarked
package dev.landfall.conformance.stores;

import org.jspecify.annotations.NullMarked;
