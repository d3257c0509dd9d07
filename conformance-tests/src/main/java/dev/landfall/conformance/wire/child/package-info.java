/** The process that holds the sink under test, in Java; any executable may stand in its place. */
@NullMarked
package dev.landfall.conformance.wire.child;

import org.jspecify.annotations.NullMarked;
