/**
 * The words of the suite: rules, outcomes, faults, addresses and the history of one run. Nothing in
 * here knows how a run is made, so the same checker judges a simulated store and a real one.
 */
@NullMarked
package dev.landfall.conformance.model;

import org.jspecify.annotations.NullMarked;
