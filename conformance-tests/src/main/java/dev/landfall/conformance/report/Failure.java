package dev.landfall.conformance.report;

import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.model.Violation;
import dev.landfall.conformance.schedule.Schedules;
import dev.landfall.conformance.schedule.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * A run that failed, with the page that tells it. Immutable, thread-safe.
 *
 * @param number from 1, in the order of the run
 * @param point the run
 */
record Failure(int number, PointResult point) {
  /** So many have a page of their own; the others are in the table and in {@code results.json}. */
  static final int MOST_PAGES = 200;

  /** The names that {@link #file} gives, for a search in a folder. */
  static final String FILES = "failure-[0-9][0-9][0-9].html";

  private static final Comparator<PointResult> BY_SIZE =
      Comparator.comparingInt(Failure::crashes)
          .thenComparing(Failure::isPlanned)
          .thenComparingInt(point -> point.token().length());

  /**
   * The failures that have a page, in the order of the run: of each rule the smallest, so that none
   * goes without, and then as many others as there are pages left.
   */
  static List<Failure> of(RunResult result) {
    List<PointResult> failed =
        result.points().stream()
            .filter(point -> point.verdict() == Verdict.FAIL && !point.violations().isEmpty())
            .toList();
    Set<PointResult> chosen = Collections.newSetFromMap(new IdentityHashMap<>());
    chosen.addAll(smallestOfEachRule(failed));
    failed.stream().takeWhile(point -> chosen.size() < MOST_PAGES).forEach(chosen::add);
    List<Failure> failures = new ArrayList<>();
    failed.stream()
        .filter(chosen::contains)
        .forEach(point -> failures.add(new Failure(failures.size() + 1, point)));
    return failures;
  }

  /** By the rule that a page is about. */
  private static Collection<PointResult> smallestOfEachRule(List<PointResult> failed) {
    return failed.stream()
        .collect(
            Collectors.toMap(
                point -> point.violations().get(0).rule(),
                point -> point,
                BinaryOperator.minBy(BY_SIZE)))
        .values();
  }

  /** The violation that the page is about. */
  Violation first() {
    return point.violations().get(0);
  }

  /** Its name in the folder. */
  String file() {
    return String.format(Locale.ROOT, "failure-%03d.html", number);
  }

  /** What happened and what came of it, in one sentence. */
  String cause() {
    Violation first = first();
    String record = first.record().isEmpty() ? "" : ", first record " + first.record();
    String checkpoint = first.checkpoint() > 0 ? " of checkpoint " + first.checkpoint() : "";
    return circumstances(point)
        + ": "
        + first.outcome().meaning()
        + record
        + checkpoint
        + " – "
        + withoutStop(first.message())
        + ".";
  }

  private static String withoutStop(String message) {
    return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
  }

  /** {@code When the process is killed (K1 at C1.commit/Commit#1)}. */
  static String circumstances(PointResult point) {
    if (point.faults().isEmpty()) {
      String schedule = " schedule " + point.schedule() + " (" + point.title() + ")";
      return isPlanned(point)
          ? "When the process is killed as planned in" + schedule
          : "Without any fault, in" + schedule;
    }
    return "When "
        + point.faults().stream()
            .map(fault -> clause(fault.fault()) + " (" + fault.fault() + " at " + fault.at() + ")")
            .collect(Collectors.joining(", and then "));
  }

  /** Whether the schedule itself kills the process: a crash, though no fault is injected. */
  static boolean isPlanned(PointResult point) {
    return point.faults().isEmpty() && kills(point.schedule());
  }

  private static boolean kills(String id) {
    return Schedules.all().stream()
        .filter(schedule -> schedule.id().equals(id))
        .flatMap(schedule -> schedule.steps().stream())
        .anyMatch(step -> step.kind() == Step.Kind.KILL);
  }

  private static String clause(Fault fault) {
    return switch (fault) {
      case K1 -> "the process is killed";
      case K2 -> "half of a request arrives and the process is killed";
      case K3 ->
          "a request is held, the process killed, and the request arrives after its successor has"
              + " recovered";
      case K4 -> "the process is killed and its connections stay open";
      case K5 -> "a request is applied, its reply lost, and the process lives on";
      case K6 -> "a reply comes later than the client waits";
      case K7 -> "both directions fall silent for a while";
      case K8 -> "the store answers with an error of its own kind";
      case K9 -> "the store is killed and started again";
      case K10 -> "the process is stopped, a successor recovers, and the old process goes on";
      case K11 -> "the store's transaction time-out passes";
      case K12 -> "replies are slow";
      case K13 -> "the wall clock jumps";
    };
  }

  /**
   * The smallest run of all that broke the same rule: fewest crashes, those at a named place before
   * planned ones, shortest token.
   */
  static Failure smallest(List<Failure> all, Failure like) {
    return all.stream()
        .filter(one -> one.first().rule() == like.first().rule())
        .min(Comparator.comparing(Failure::point, BY_SIZE))
        .orElse(like);
  }

  private static int crashes(PointResult point) {
    return point.faults().size() + (kills(point.schedule()) ? 1 : 0);
  }
}
