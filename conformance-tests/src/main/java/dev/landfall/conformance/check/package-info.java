/**
 * The checker: a pure function from a saved history to a judgement. It knows neither the store nor
 * the sink, only rules and outcomes.
 */
@NullMarked
package dev.landfall.conformance.check;

import org.jspecify.annotations.NullMarked;
