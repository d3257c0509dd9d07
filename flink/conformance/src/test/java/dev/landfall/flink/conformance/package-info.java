/**
 * Flink's own sink operators under the conformance suite. The process under test holds a writer and
 * a committer operator a subtask, each in Flink's harness for single operators; the suite's host
 * takes the place of Flink's checkpoint coordinator.
 */
package dev.landfall.flink.conformance;
