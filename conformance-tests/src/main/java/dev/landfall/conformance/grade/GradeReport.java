package dev.landfall.conformance.grade;

import dev.landfall.conformance.memory.Lie;
import dev.landfall.conformance.model.Rule;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The grade that the suite gives itself. Immutable, thread-safe. */
public final class GradeReport {
  private final List<Graded> broken;
  private final List<Graded> further;
  private final Set<String> baseline;
  private final Map<Lie, List<Lie>> lies;
  private final List<Blamed> references;
  private final List<Blamed> legal;
  private final List<Blamed> furtherLegal;
  private final long millis;

  GradeReport(
      List<Graded> broken,
      List<Graded> further,
      Set<String> baseline,
      Map<Lie, List<Lie>> lies,
      List<Blamed> references,
      List<Blamed> legal,
      List<Blamed> furtherLegal,
      long millis) {
    this.broken = List.copyOf(broken);
    this.further = List.copyOf(further);
    this.baseline = new TreeSet<>(baseline);
    this.lies = lies;
    this.references = List.copyOf(references);
    this.legal = List.copyOf(legal);
    this.furtherLegal = List.copyOf(furtherLegal);
    this.millis = millis;
  }

  /** Whether every broken sink was caught by its rule alone, and no honest one was blamed. */
  public boolean isPassed() {
    return problems().isEmpty();
  }

  /** What is wrong with the suite, one line each. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (Graded one : every(broken, further)) {
      if (one.caught().isEmpty()) {
        problems.add(one.sink().id() + " (" + one.sink().fault() + ") got away");
      }
      for (Rule rule : one.tooMany()) {
        problems.add(one.sink().id() + " fired " + rule + " too: " + one.fired().get(rule));
      }
    }
    lies.forEach(
        (lie, named) -> {
          if (!named.equals(List.of(lie))) {
            problems.add("the store that lies with " + lie + " was named " + named);
          }
        });
    every(references, every(legal, furtherLegal))
        .forEach(one -> one.blame().forEach(blame -> problems.add(one.name() + ": " + blame)));
    return problems;
  }

  private static <T> List<T> every(List<T> some, List<T> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }

  /** The rules that have caught no broken sink: what they would catch is not known. */
  Set<Rule> unproven() {
    Set<Rule> rules = EnumSet.allOf(Rule.class);
    every(broken, further).stream()
        .filter(one -> one.caught().isPresent())
        .forEach(one -> rules.remove(one.sink().rule()));
    return rules;
  }

  private static long caught(List<Graded> sinks) {
    return sinks.stream().filter(Graded::isRight).count();
  }

  private long named() {
    return lies.entrySet().stream()
        .filter(entry -> entry.getValue().equals(List.of(entry.getKey())))
        .count();
  }

  /** A few lines for a terminal. */
  public String summary() {
    return String.format(
        Locale.ROOT,
        "broken sinks caught by their rule alone: %d of %d (without any fault: %d of %d)%n"
            + "broken sinks and hosts beyond the table: %d of %d; rules unproven: %d of %d%n"
            + "lying stores named: %d of %d%n"
            + "legal sinks passed: %d of %d, references: %d of %d, further modes: %d of %d%n"
            + "cells of the fault matrix run, out of those defined: %s%n"
            + "%,d runs judged in %.1f s (%d cores)%n",
        caught(broken),
        broken.size(),
        baseline.size(),
        broken.size(),
        caught(further),
        further.size(),
        unproven().size(),
        Rule.values().length,
        named(),
        lies.size(),
        passed(legal),
        legal.size(),
        passed(references),
        references.size(),
        passed(furtherLegal),
        furtherLegal.size(),
        references.stream()
            .map(one -> one.name() + " " + one.cellsRun().size() + "/" + one.cellsDefined().size())
            .collect(Collectors.joining(", ")),
        runs(),
        millis / 1000.0,
        Runtime.getRuntime().availableProcessors());
  }

  private static long passed(List<Blamed> sinks) {
    return sinks.stream().filter(one -> one.blame().isEmpty()).count();
  }

  private long runs() {
    return every(broken, further).stream().mapToLong(Graded::runs).sum()
        + every(references, every(legal, furtherLegal)).stream().mapToLong(Blamed::runs).sum();
  }

  /** {@code grade.md}. */
  public String markdown() {
    StringBuilder text = new StringBuilder("# The suite's own grade\n\n");
    summary().lines().forEach(line -> text.append("- ").append(line).append('\n'));
    problems(text);
    brokenSinks(text, "Broken sinks", broken);
    brokenSinks(text, "Broken sinks and hosts beyond the table", further);
    honestSinks(
        text, "Reference sinks (every gap, and a second kill in every recovery)", references);
    honestSinks(text, "Odd but legal sinks (the first operation of each kind)", legal);
    honestSinks(text, "Further modes (the first operation of each kind)", furtherLegal);
    text.append("\n## Lying stores\n\n| lie | named |\n| --- | --- |\n");
    lies.forEach(
        (lie, named) -> text.append("| ").append(lie).append(" | ").append(named).append(" |\n"));
    text.append("\n## Rules that have caught no broken sink\n\n")
        .append("What they would catch is not known (why: `docs/traceability.md`): ")
        .append(String.join(", ", unproven().stream().map(Rule::id).toList()))
        .append(".\n");
    return text.toString();
  }

  private void problems(StringBuilder text) {
    List<String> problems = problems();
    text.append("\n## Faults of the suite\n\n");
    if (problems.isEmpty()) {
      text.append("None.\n");
    }
    problems.forEach(problem -> text.append("- ").append(problem).append('\n'));
  }

  private void brokenSinks(StringBuilder text, String title, List<Graded> sinks) {
    text.append("\n## ")
        .append(title)
        .append("\n\n")
        .append("| id | fault | rule | caught by | fired too | runs | without faults |\n")
        .append("| --- | --- | --- | --- | --- | --- | --- |\n");
    for (Graded one : sinks) {
      Set<Rule> too = new TreeSet<>(one.fired().keySet());
      too.remove(one.sink().rule());
      text.append(
          String.format(
              "| %s | %s | %s | %s | %s | %d | %s |%n",
              one.sink().id(),
              one.sink().fault(),
              one.sink().rule(),
              one.caught()
                  .map(violation -> "`" + one.token() + "`: " + violation)
                  .orElse("not caught"),
              String.join(", ", too.stream().map(Rule::id).toList()),
              one.runs(),
              unharmed(one, sinks)));
    }
  }

  private String unharmed(Graded one, List<Graded> sinks) {
    if (sinks != broken) {
      return "";
    }
    return baseline.contains(one.sink().id()) ? "caught" : "not caught";
  }

  private static void honestSinks(StringBuilder text, String title, List<Blamed> sinks) {
    text.append("\n## ")
        .append(title)
        .append("\n\n| sink | verdict | runs | equal crash states | cells of the matrix | ms |\n")
        .append("| --- | --- | --- | --- | --- | --- |\n");
    for (Blamed one : sinks) {
      text.append(
          String.format(
              "| %s | %s | %d | %d | %d of %d | %d |%n",
              one.name(),
              one.blame().isEmpty() ? "pass" : "blamed",
              one.runs(),
              one.repeats(),
              one.cellsRun().size(),
              one.cellsDefined().size(),
              one.millis()));
    }
    text.append('\n');
    for (Blamed one : sinks) {
      text.append("Not reached by ")
          .append(one.name())
          .append(": ")
          .append(String.join(", ", one.cellsNotReached()))
          .append(".\n\n");
    }
  }
}
