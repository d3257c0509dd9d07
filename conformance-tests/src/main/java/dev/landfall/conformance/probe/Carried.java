package dev.landfall.conformance.probe;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Verdict;

/**
 * Whether a store can carry a contract. Immutable, thread-safe.
 *
 * @param contract which one
 * @param verdict PASS only if every property that it requires was seen to hold
 * @param why what is missing or not known; empty for PASS
 */
public record Carried(Contract contract, Verdict verdict, String why) {}
