package dev.landfall.conformance.replay;

import dev.landfall.conformance.check.Checker;
import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Run;
import dev.landfall.conformance.host.Subject;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.schedule.Schedule;
import dev.landfall.conformance.schedule.Schedules;
import java.util.ArrayList;
import java.util.List;

/** Looks for a smaller run that breaks the same rule. Stateless, thread-safe. */
final class Shrink {
  private Shrink() {}

  /**
   * The first of these that still breaks the rule: no fault, one fault fewer, the same in a
   * schedule of fewer steps and no more records; the plan itself if none does.
   */
  static Plan of(Subject subject, Plan plan, Rule rule) {
    Plan smallest = plan;
    for (Plan smaller : withFewerFaults(plan)) {
      if (breaks(subject, smaller, rule)) {
        smallest = smaller;
        break;
      }
    }
    for (Schedule schedule : shorter(smallest.schedule())) {
      Plan shorter =
          new Plan(schedule, smallest.faults(), smallest.wake(), smallest.seed(), smallest.start());
      if (breaks(subject, shorter, rule)) {
        return shorter;
      }
    }
    return smallest;
  }

  private static List<Plan> withFewerFaults(Plan plan) {
    List<Plan> plans = new ArrayList<>();
    if (!plan.faults().isEmpty()) {
      plans.add(plan.with(List.of()));
    }
    for (int i = 0; plan.faults().size() > 1 && i < plan.faults().size(); i++) {
      List<Injection> fewer = new ArrayList<>(plan.faults());
      fewer.remove(i);
      plans.add(plan.with(fewer));
    }
    return plans;
  }

  private static List<Schedule> shorter(Schedule schedule) {
    return Schedules.all().stream()
        .filter(other -> other.steps().size() < schedule.steps().size())
        .filter(other -> records(other) <= records(schedule))
        .sorted(java.util.Comparator.comparingInt(other -> other.steps().size()))
        .toList();
  }

  private static int records(Schedule schedule) {
    return schedule.pipelines().size() * schedule.splitsPerLane() * schedule.recordsPerSplit();
  }

  private static boolean breaks(Subject subject, Plan plan, Rule rule) {
    var judgement = Checker.judge(Run.of(subject, plan).history());
    return judgement.verdict() == Verdict.FAIL
        && judgement.violations().stream().anyMatch(violation -> violation.rule() == rule);
  }
}
