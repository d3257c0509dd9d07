package dev.landfall.conformance.model;

import dev.landfall.sdk.Guarantee.Weakness;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everything that one run of the suite against a sink on a real store gave: the only thing that
 * reports read. Immutable, thread-safe.
 *
 * @param version of the layout of {@code results.json}
 * @param sink the connector's name
 * @param mode the mode of the connector, or empty where it has one only
 * @param contract which outcome table holds
 * @param view what a reader sees
 * @param store the real store
 * @param profile {@code quick}, {@code full}, or {@code replay}
 * @param spoil the fault that was put on top of the sink, by its word: the verdict is about both
 * @param environment what it ran on, in words for a reader
 * @param declared the weaknesses that the sink declares, each with a sentence
 * @param rules the rules that the checker judges for this contract
 * @param unjudged those of them that no run had an occasion to break, each with the reason: they
 *     are not kept, nobody knows
 * @param waived those of them that are broken and waived: they are not kept, and no run fails for
 *     them
 * @param points every run, in order
 * @param coverage how much of the fault matrix was reached
 * @param addressing whether addresses name operations or classes of them
 * @param startedAt when, as ISO 8601 in UTC
 * @param durationMillis how long all of it took
 */
public record RunResult(
    int version,
    String sink,
    String mode,
    Contract contract,
    View view,
    StoreFacts store,
    String profile,
    Optional<String> spoil,
    Map<String, String> environment,
    Map<Weakness, String> declared,
    Set<Rule> rules,
    Map<Rule, String> unjudged,
    List<Waived> waived,
    List<PointResult> points,
    Coverage coverage,
    Addressing addressing,
    String startedAt,
    long durationMillis) {
  /** The layout that this suite writes. */
  public static final int VERSION = 1;

  public RunResult {
    environment = java.util.Collections.unmodifiableMap(new TreeMap<>(environment));
    declared = java.util.Collections.unmodifiableMap(new TreeMap<>(declared));
    rules = java.util.Collections.unmodifiableSet(new TreeSet<>(rules));
    unjudged = java.util.Collections.unmodifiableMap(new TreeMap<>(unjudged));
    waived = List.copyOf(waived);
    points = List.copyOf(points);
  }

  /**
   * A rule that is known not to hold, for now, and did not. Immutable, thread-safe.
   *
   * @param rule which one
   * @param reason why it is waived
   * @param link where that is followed up
   * @param expiry the last day on which the waiver counts
   * @param runs how many runs broke it, those that were made again included
   */
  public record Waived(Rule rule, String reason, String link, LocalDate expiry, long runs) {
    /** {@code waived until 2026-12-31: server bug (https://…), broken in 3 runs}. */
    @Override
    public String toString() {
      String of = ", broken in " + runs + (runs == 1 ? " run" : " runs");
      return "waived until " + expiry + ": " + reason + " (" + link + ")" + of;
    }
  }

  /**
   * The store of a run. Immutable, thread-safe.
   *
   * @param name such as {@code mysql}
   * @param version as the store tells it
   * @param origin {@code given}, {@code container} or {@code embedded}
   */
  public record StoreFacts(String name, String version, String origin) {}

  /**
   * Cells of the fault matrix, written {@code COMMIT/K3}. Immutable, thread-safe.
   *
   * @param defined the cells that the contract has, but for the absent ones
   * @param run those in which a fault fired
   * @param absent the cells of the contract that this sink on its store does not have, each with
   *     the reason: no request in that phase, no such error; empty where nobody has looked
   */
  public record Coverage(Set<String> defined, Set<String> run, Map<String, String> absent) {
    public Coverage {
      defined = java.util.Collections.unmodifiableSet(new TreeSet<>(defined));
      run = java.util.Collections.unmodifiableSet(new TreeSet<>(run));
      absent = java.util.Collections.unmodifiableMap(new TreeMap<>(absent));
    }

    /** Where every cell of the contract counts. */
    public Coverage(Set<String> defined, Set<String> run) {
      this(defined, run, Map.of());
    }

    /** The absent cells, by reason. */
    public Map<String, Set<String>> absentByReason() {
      Map<String, Set<String>> reasons = new TreeMap<>();
      absent.forEach(
          (cell, why) -> reasons.computeIfAbsent(why, none -> new TreeSet<>()).add(cell));
      return reasons;
    }

    /** The cells that are there and were not run. */
    public Set<String> missing() {
      Set<String> missing = new TreeSet<>(defined);
      missing.removeAll(run);
      return missing;
    }
  }

  /** What an address of this run names. */
  public enum Addressing {
    /** Two runs without a fault met the same operations in the same order. */
    OPERATIONS,
    /** They differed, so an ordinal names one of a class: first, middle, last. */
    CLASSES
  }

  /**
   * FAIL if any point failed; UNKNOWN if any is unknown or there is none, or if the full profile
   * has not run every cell that is there; else PASS.
   */
  public Verdict verdict() {
    if (points.stream().anyMatch(point -> point.verdict() == Verdict.FAIL)) {
      return Verdict.FAIL;
    }
    boolean passed =
        !points.isEmpty() && points.stream().allMatch(point -> point.verdict() == Verdict.PASS);
    boolean whole = !profile.equals("full") || coverage.missing().isEmpty();
    return passed && whole ? Verdict.PASS : Verdict.UNKNOWN;
  }
}
