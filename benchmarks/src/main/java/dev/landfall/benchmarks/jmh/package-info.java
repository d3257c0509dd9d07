/**
 * JMH benchmarks of what every record or checkpoint passes. Run by {@code benchmarks/run jmh}.
 *
 * <p>JMH demands public classes that are not final, and makes subclasses of them.
 */
@NullMarked
package dev.landfall.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
