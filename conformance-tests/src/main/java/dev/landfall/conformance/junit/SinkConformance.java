package dev.landfall.conformance.junit;

import dev.landfall.conformance.check.RuleChecks;
import dev.landfall.conformance.explore.Exploration;
import dev.landfall.conformance.explore.Exploration.Depth;
import dev.landfall.conformance.host.Bench;
import dev.landfall.conformance.host.CommitChoice;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.host.Subject;
import dev.landfall.conformance.model.Capability;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Judgement;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.model.Violation;
import dev.landfall.conformance.schedule.Schedules;
import dev.landfall.sdk.Guarantee.Weakness;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The suite for an author: extend it, say what the sink is and how its store is read, and get one
 * test for each point and each rule. One thread at a time.
 *
 * <p>A sink whose store the suite cannot stand in front of is killed before each of its calls, and
 * at each step that its bench tells the {@link Gate}.
 */
public abstract class SinkConformance {
  /** Which contract the sink keeps. */
  protected abstract Contract contract();

  /** A store with nothing in it, and the sink in front; called once a run. */
  protected abstract Bench bench(Gate gate);

  /** What the sink declares in its guarantee; an outcome beside it is a failure. */
  protected abstract Set<Weakness> declares();

  /** What readers see; rows unless said otherwise. */
  protected View view() {
    return View.ROWS;
  }

  /** How far to go; a slow store may leave out the second kill. */
  protected Depth depth() {
    return Depth.KILL_AND_KILL;
  }

  /**
   * What the sink takes; nothing unless said otherwise. What is not declared is asked for all the
   * same, and the sink must refuse it: a record whose value begins with {@code bad} and a delete
   * are rejected by name (SI-8), a pipeline without keys is refused by preflight (SI-6).
   */
  protected Set<Capability> can() {
    return Set.of();
  }

  /** Further declarations, and waivers. */
  protected Declarations declarations() {
    return Declarations.NONE;
  }

  /** The day against which waivers expire. */
  protected LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  /** Every point of every schedule, then every rule of the contract. */
  @TestFactory
  final Stream<DynamicNode> conformance() {
    Subject subject = subject();
    List<DynamicTest> points = new ArrayList<>();
    Map<Rule, List<String>> broken = new EnumMap<>(Rule.class);
    new Exploration(
            subject,
            depth(),
            (plan, outing, judgement) -> {
              String token = plan.token();
              judgement
                  .violations()
                  .forEach(
                      violation ->
                          broken
                              .computeIfAbsent(violation.rule(), none -> new ArrayList<>())
                              .add(token + ": " + violation));
              points.add(DynamicTest.dynamicTest(token, () -> require(judgement)));
              return true;
            })
        .through(Schedules.all());
    List<DynamicTest> rules = new ArrayList<>();
    for (Rule rule : judged()) {
      rules.add(
          DynamicTest.dynamicTest(
              rule.id(), () -> require(rule, broken.getOrDefault(rule, List.of()))));
    }
    return Stream.of(
        DynamicContainer.dynamicContainer("points", points),
        DynamicContainer.dynamicContainer("rules", rules));
  }

  /** The rules of the contract; a waiver of another one is to be told that it waives nothing. */
  private Set<Rule> judged() {
    Set<Rule> rules = EnumSet.copyOf(RuleChecks.of(contract()));
    declarations().waivers().forEach(waiver -> rules.add(waiver.rule()));
    return rules;
  }

  private Subject subject() {
    Set<Weakness> declared = EnumSet.noneOf(Weakness.class);
    declared.addAll(declares());
    declared.addAll(declarations().declares().keySet());
    return new Subject(
            getClass().getSimpleName(),
            contract(),
            view(),
            declared,
            Subject.Reach.STEPS,
            CommitChoice.ALL_UP_TO,
            this::bench)
        .declaring(can());
  }

  /** A point fails for what is not waived, and is not passed by a fault that did not fire. */
  private void require(Judgement judgement) {
    List<String> told =
        judgement.violations().stream()
            .filter(violation -> declarations().waiver(violation.rule()).isEmpty())
            .map(Violation::toString)
            .toList();
    if (!told.isEmpty()) {
      Assertions.fail(String.join("\n", told));
    }
    if (judgement.verdict() == Verdict.UNKNOWN) {
      Assertions.fail("UNKNOWN: " + judgement.why());
    }
  }

  private void require(Rule rule, List<String> broken) {
    Optional<Declarations.Waiver> waiver = declarations().waiver(rule);
    if (waiver.isPresent()) {
      waiver.get().problem(broken.isEmpty(), today()).ifPresent(Assertions::fail);
    } else if (!broken.isEmpty()) {
      Assertions.fail(broken.size() + " runs, the first: " + broken.get(0));
    }
  }
}
