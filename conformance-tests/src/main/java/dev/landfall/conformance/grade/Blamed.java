package dev.landfall.conformance.grade;

import java.util.List;

/**
 * How the suite did on a sink that keeps every promise. Immutable, thread-safe.
 *
 * @param name which sink
 * @param runs how many runs were judged
 * @param repeats how many came to a crash state that had been gone on from
 * @param cellsRun cells of the fault matrix in which a fault was injected
 * @param cellsDefined cells that the matrix has for its contract
 * @param blame what it was blamed for, wrongly; with the token of the run
 * @param millis how long it took
 */
record Blamed(
    String name,
    long runs,
    long repeats,
    int cellsRun,
    int cellsDefined,
    List<String> blame,
    long millis) {
  Blamed {
    blame = List.copyOf(blame);
  }
}
