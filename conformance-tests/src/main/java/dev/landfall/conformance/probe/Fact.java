package dev.landfall.conformance.probe;

import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Property;

/**
 * One line of a fact sheet. Immutable, thread-safe.
 *
 * @param property what was asked
 * @param answer what came of it
 * @param millis how long it took to ask
 */
public record Fact(Property property, Answer answer, long millis) {}
