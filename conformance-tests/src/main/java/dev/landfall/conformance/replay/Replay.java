package dev.landfall.conformance.replay;

import dev.landfall.conformance.broken.BrokenSink;
import dev.landfall.conformance.broken.BrokenSinks;
import dev.landfall.conformance.broken.FurtherSinks;
import dev.landfall.conformance.check.Checker;
import dev.landfall.conformance.check.Names;
import dev.landfall.conformance.grade.Grade;
import dev.landfall.conformance.host.Outing;
import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Run;
import dev.landfall.conformance.host.Subject;
import dev.landfall.conformance.legal.LegalSinks;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Judgement;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.model.Violation;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One run of a sink on the simulated store, made again. Immutable, thread-safe.
 *
 * @param verdict what came of it
 * @param text the run in words: verdict, violations, the smallest run that shows the same, and its
 *     lane diagram
 */
public record Replay(Verdict verdict, String text) {
  /**
   * Makes it again.
   *
   * @param token as printed beside a failure
   * @throws IllegalArgumentException if the token is none, or names no sink of the simulated store
   */
  public static Replay of(String token) {
    Token parsed = Token.parse(token);
    Subject subject = subject(parsed.sink());
    Outing outing = Run.of(subject, parsed.plan());
    Judgement judgement = judge(subject, parsed.plan(), outing.history());
    StringBuilder text = new StringBuilder();
    text.append(parsed).append(": ").append(judgement.verdict());
    text.append(judgement.why().isEmpty() ? "" : " (" + judgement.why() + ")").append('\n');
    for (Violation violation : judgement.violations()) {
      text.append("  ").append(violation).append('\n');
    }
    if (!Checker.judge(outing.history()).violations().isEmpty()) {
      Token smallest =
          new Token(
              parsed.sink(),
              Shrink.of(subject, parsed.plan(), judgement.violations().get(0).rule()));
      text.append("smallest run with the same rule: ").append(smallest).append('\n');
    }
    text.append('\n').append(LaneDiagram.of(outing.history()));
    return new Replay(judgement.verdict(), text.toString());
  }

  /** Names are compared with those of another run, so that one run does not show what is wrong. */
  private static Judgement judge(Subject subject, Plan plan, History history) {
    Judgement judgement = Checker.judge(history);
    if (!plan.faults().isEmpty() || !judgement.violations().isEmpty()) {
      return judgement;
    }
    return Names.compare(history, Run.of(subject, plan.elsewhere()).history())
        .map(named -> new Judgement(Verdict.FAIL, List.of(named), judgement.declared(), ""))
        .orElse(judgement);
  }

  /**
   * The sink of the simulated store that has this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Subject subject(String name) {
    List<Subject> honest =
        Stream.of(Grade.references(), LegalSinks.all(), LegalSinks.further())
            .flatMap(List::stream)
            .toList();
    List<Subject> broken = subjects(BrokenSinks.all());
    List<Subject> further = subjects(FurtherSinks.all());
    return Stream.of(honest, broken, further)
        .flatMap(List::stream)
        .filter(subject -> subject.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot find the sink '"
                        + name
                        + "' among those of the simulated store, expected one of "
                        + names(honest)
                        + ", "
                        + names(broken)
                        + ", "
                        + names(further)
                        + " (a sink on a real store is repeated with --file)"));
  }

  private static List<Subject> subjects(List<BrokenSink> sinks) {
    return sinks.stream().map(BrokenSink::subject).toList();
  }

  private static String names(List<Subject> subjects) {
    return subjects.stream().map(Subject::name).collect(Collectors.joining(", "));
  }
}
