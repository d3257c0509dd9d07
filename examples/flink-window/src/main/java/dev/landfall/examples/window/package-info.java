/**
 * Sums sensor readings over windows of event time in Flink, from Kafka to Kafka, exactly once,
 * while task managers die.
 */
@NullMarked
package dev.landfall.examples.window;

import org.jspecify.annotations.NullMarked;
