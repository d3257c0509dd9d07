/**
 * A program that runs one job in Flink again and again and says what it took. It has a process of
 * its own, since Flink's Kafka sink needs another version of the Kafka client than ours.
 */
@NullMarked
package dev.landfall.benchmarks.flink;

import org.jspecify.annotations.NullMarked;
