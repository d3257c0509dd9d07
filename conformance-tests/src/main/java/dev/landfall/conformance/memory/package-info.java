/**
 * A simulated store that can express every fault of the suite inside one JVM, and a sink of each
 * contract on it.
 */
@NullMarked
package dev.landfall.conformance.memory;

import org.jspecify.annotations.NullMarked;
