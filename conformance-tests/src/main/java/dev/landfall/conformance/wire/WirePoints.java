package dev.landfall.conformance.wire;

import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Point;
import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.model.Phase;
import dev.landfall.conformance.schedule.Schedule;
import dev.landfall.conformance.schedule.Schedules;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which points a profile runs, given the points that a run without faults meets. */
final class WirePoints {
  /** P9, which changes the parallelism four times, is part of the full profile alone. */
  private static final Set<String> QUICK_SCHEDULES =
      Set.of("P1", "P4", "P5", "P6", "P8", "P12", "P13", "P16", "P22");

  /** Each of these costs seconds: the store starts again, or its time-out passes. */
  private static final Set<Fault> SLOW = EnumSet.of(Fault.K9, Fault.K11);

  private final Contract contract;
  private final StoreDriver driver;
  private final WireProfile profile;

  WirePoints(Contract contract, StoreDriver driver, WireProfile profile) {
    this.contract = contract;
    this.driver = driver;
    this.profile = profile;
  }

  /**
   * One run to make. Immutable.
   *
   * @param plan what it is
   * @param again whether its recovery is killed as well
   */
  record Planned(Plan plan, boolean again) {
    /** Whether nothing but one kill is planned, so that an equal crash state says it all. */
    boolean isKill() {
      return plan.faults().size() == 1 && plan.faults().get(0).fault() == Fault.K1;
    }

    /** Whether it restarts the store or waits for its time-out: such runs are made last. */
    boolean isSlow() {
      return plan.faults().stream().anyMatch(injection -> SLOW.contains(injection.fault()));
    }
  }

  /** In which faults are tried at every place. */
  Schedule schedule() {
    return Schedules.brief();
  }

  /** Alone, and with a kill. */
  List<Schedule> schedules() {
    return Schedules.all().stream()
        // Only decoders that know every record could judge those.
        .filter(one -> !one.isWithoutFaults())
        .filter(one -> profile == WireProfile.FULL || QUICK_SCHEDULES.contains(one.id()))
        .toList();
  }

  /** The faults of the plain schedule, cheap ones first. */
  List<Planned> faults(List<Point> points, Gaps.Book states) {
    List<Planned> planned = new ArrayList<>();
    for (Point point : gaps(points, states)) {
      planned.add(planned(Fault.K1, point, isDeep(point)));
    }
    for (Fault fault : Fault.values()) {
      if (fault != Fault.K1 && !SLOW.contains(fault)) {
        firstOfEachKind(points, fault).forEach(one -> planned.add(planned(fault, one, false)));
      }
    }
    return planned;
  }

  /** Those that restart the store or wait for its time-out. */
  List<Planned> last(List<Point> points) {
    List<Planned> planned = new ArrayList<>();
    if (profile == WireProfile.FULL) {
      for (Fault fault : SLOW) {
        firstOfEachKind(points, fault).forEach(one -> planned.add(planned(fault, one, false)));
      }
    }
    return planned;
  }

  /** A schedule with a kill at its first, middle and last gap. */
  List<Planned> kills(Schedule schedule, List<Point> points) {
    if (profile != WireProfile.FULL) {
      return List.of();
    }
    List<Point> gaps = gaps(points, new Gaps.Book());
    Set<Point> chosen = new LinkedHashSet<>();
    chosen.add(gaps.get(0));
    chosen.add(gaps.get(gaps.size() / 2));
    chosen.add(gaps.get(gaps.size() - 1));
    return chosen.stream().map(point -> planned(schedule, Fault.K1, point, false)).toList();
  }

  /**
   * A second kill at each operation of a recovery, but for those behind one that only read: there
   * the store is what it was before that.
   *
   * @param struck where the first kill happened, which need not be where it was planned
   */
  static List<Planned> second(Plan first, Address struck, List<Point> points) {
    List<Planned> planned = new ArrayList<>();
    Injection kill = first.faults().get(0);
    boolean after = false;
    boolean moved = true;
    for (Point point : points) {
      if (after && EnumSet.of(Phase.OPEN, Phase.RECOVER, Phase.RESCALE).contains(point.phase())) {
        if (moved) {
          Plan plan = first.with(List.of(kill, new Injection(Fault.K1, point.at())));
          planned.add(new Planned(plan, false));
        }
        moved = !isRead(point);
      } else if (after && point.phase() == Phase.WRITE) {
        break;
      }
      after |= point.at().equals(struck);
    }
    return planned;
  }

  private Planned planned(Fault fault, Point point, boolean again) {
    return planned(schedule(), fault, point, again);
  }

  private static Planned planned(Schedule schedule, Fault fault, Point point, boolean again) {
    Plan control = Plan.control(schedule);
    return new Planned(control.with(List.of(new Injection(fault, point.at()))), again);
  }

  private boolean isDeep(Point point) {
    return profile == WireProfile.FULL && point.phase() == Phase.COMMIT;
  }

  /**
   * Gaps with different stores: behind an operation that changes nothing that outlives its process,
   * the store is what it was before it. An event of the host is a gap of its own.
   */
  private static List<Point> gaps(List<Point> points, Gaps.Book states) {
    List<Point> gaps = new ArrayList<>();
    Optional<String> before = Optional.empty();
    for (Point point : points) {
      Optional<String> state = states.state(point.at());
      boolean moved = !point.at().isOperation();
      if (isLastStart(point)) {
        break;
      }
      if (isAmidst(point)) {
        continue;
      }
      if (moved || state.isEmpty() || !state.equals(before)) {
        gaps.add(point);
      }
      before = moved ? Optional.empty() : state;
    }
    return gaps;
  }

  /** One more start, after everything else, only looks whether anything is left. */
  static boolean isLastStart(Point point) {
    return point.at().event().startsWith("Z");
  }

  /** Some records of a step are handed over: the store is what it was, or has requests around. */
  private static boolean isAmidst(Point point) {
    return point.phase() == Phase.WRITE && !point.at().isOperation();
  }

  static boolean isRead(Point point) {
    return point.access().filter(access -> !access.changes()).isPresent();
  }

  /**
   * The places for a fault: a request that only reads, or a moment amidst records, is chosen where
   * its phase has no other.
   */
  List<Point> firstOfEachKind(List<Point> points, Fault fault) {
    List<Point> chosen = new ArrayList<>();
    Set<String> kinds = new HashSet<>();
    Set<Phase> changing = EnumSet.noneOf(Phase.class);
    points.stream()
        .filter(point -> !isLastStart(point) && applies(fault, point) && !isPoor(point))
        .forEach(point -> changing.add(point.phase()));
    for (Point point : points) {
      boolean passedOver = isPoor(point) && changing.contains(point.phase());
      if (!isLastStart(point)
          && !passedOver
          && applies(fault, point)
          && kinds.add(point.phase() + "/" + point.at().verb())) {
        chosen.add(point);
      }
    }
    return chosen;
  }

  private static boolean isPoor(Point point) {
    return isRead(point) || isAmidst(point);
  }

  private boolean applies(Fault fault, Point point) {
    boolean operation = point.at().isOperation();
    boolean inMatrix = !point.cells(fault, contract).isEmpty();
    if (profile == WireProfile.QUICK) {
      boolean wanted = fault == Fault.K3 || fault == Fault.K5 || fault == Fault.K10;
      boolean changes = point.access().map(Access::changes).orElse(false);
      return wanted && inMatrix && operation && changes && isCommit(point.phase());
    }
    return switch (fault) {
      case K8 -> inMatrix && operation && driver.refuses(point.at());
      case K9 -> inMatrix && driver.restarts();
      case K11 -> inMatrix && !driver.transactionTimeout().isZero();
      case K12, K13 -> operation && point.phase() == Phase.WRITE;
      case K1, K4, K10 -> inMatrix;
      default -> inMatrix && operation;
    };
  }

  /** For a sink that has nothing to commit, what it flushes is as final. */
  private boolean isCommit(Phase phase) {
    return contract == Contract.IDEMPOTENT
        ? phase == Phase.PREPARE || phase == Phase.WRITE
        : phase == Phase.COMMIT || phase == Phase.CONFIRM;
  }
}
