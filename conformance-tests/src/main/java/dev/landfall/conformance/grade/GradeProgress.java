package dev.landfall.conformance.grade;

/**
 * How far a grade is. Immutable, thread-safe.
 *
 * @param done parts that are done: a part is one sink, or one schedule of a reference
 * @param parts all of them
 * @param runs how many runs have been judged
 */
public record GradeProgress(int done, int parts, long runs) {}
