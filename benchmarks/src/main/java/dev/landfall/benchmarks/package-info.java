/**
 * What a guarantee costs: each sink against a bare loop that does the same work without it, in
 * paired rounds of one run. Method and goals: {@code docs/benchmarks.md}.
 */
@NullMarked
package dev.landfall.benchmarks;

import org.jspecify.annotations.NullMarked;
