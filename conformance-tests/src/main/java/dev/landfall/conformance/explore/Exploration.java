package dev.landfall.conformance.explore;

import dev.landfall.conformance.check.Checker;
import dev.landfall.conformance.check.Names;
import dev.landfall.conformance.host.Outing;
import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Point;
import dev.landfall.conformance.host.Run;
import dev.landfall.conformance.host.Subject;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.model.Judgement;
import dev.landfall.conformance.model.Phase;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.schedule.FaultMatrix;
import dev.landfall.conformance.schedule.FaultMatrix.Cell;
import dev.landfall.conformance.schedule.Schedule;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Runs one sink through schedules, at every gap, with every fault that the matrix asks for, in a
 * fixed order. One thread at a time.
 *
 * <p>Nothing is random: the points of a schedule are those that its fault-free run meets, and those
 * of a recovery the ones that the run with the first kill meets. A kill leaves one of few states
 * behind; equal ones are gone on from once.
 */
public final class Exploration {
  /** Where nothing is on its way, nothing can be held, cut, lost or refused. */
  private static final Set<Fault> OF_A_REQUEST =
      EnumSet.of(Fault.K2, Fault.K3, Fault.K5, Fault.K6, Fault.K7, Fault.K8);

  /** How deep to go. */
  public enum Depth {
    /** No fault at all: what a suite without faults sees. */
    NO_FAULTS,
    /** One fault, at the first operation of each kind in each phase. */
    FIRST_OF_EACH_KIND,
    /** One fault, at every gap. */
    ONE_FAULT,
    /** And a second kill at each operation of the recovery from the first. */
    KILL_AND_KILL
  }

  /** Told of every run; says whether to go on. */
  @FunctionalInterface
  public interface Listener {
    boolean judged(Plan plan, Outing outing, Judgement judgement);
  }

  private final Subject subject;
  private final Depth depth;
  private final Listener listener;
  private final Set<Cell> reached = new LinkedHashSet<>();
  private long runs;
  private long repeats;
  private boolean ended;

  public Exploration(Subject subject, Depth depth, Listener listener) {
    this.subject = subject;
    this.depth = depth;
    this.listener = listener;
  }

  /**
   * Goes through the schedules until the listener has enough: first all of them without a fault,
   * then one fault after the other at the first operation of each kind, in the first schedule and
   * in the others, then at all other operations, so that what can be found cheaply is found first.
   */
  public Exploration through(List<Schedule> schedules) {
    List<Explored> plain = new ArrayList<>();
    for (Schedule schedule : schedules) {
      Plan control = Plan.control(depth == Depth.NO_FAULTS ? schedule.withoutKills() : schedule);
      if (!ended) {
        plain.add(withoutFault(control));
      }
    }
    plain.removeIf(explored -> explored.control.schedule().isWithoutFaults());
    if (depth != Depth.NO_FAULTS && !plain.isEmpty()) {
      everyFault(plain.subList(0, 1), Place.FIRST_OF_ITS_KIND);
      everyFault(plain.subList(1, plain.size()), Place.FIRST_OF_ITS_KIND);
    }
    if (depth == Depth.ONE_FAULT || depth == Depth.KILL_AND_KILL) {
      everyFault(plain, Place.OTHER);
    }
    return this;
  }

  private enum Place {
    FIRST_OF_ITS_KIND,
    OTHER
  }

  private void everyFault(List<Explored> plain, Place place) {
    for (Fault fault : Fault.values()) {
      plain.forEach(explored -> inject(fault, explored, place));
    }
  }

  /** A schedule, the points of its fault-free run, and the crash states that were gone on from. */
  private record Explored(Plan control, List<Point> points, Set<String> crashStates) {}

  private Explored withoutFault(Plan control) {
    Outing plain = run(control, state -> true);
    compareNames(control, plain);
    return new Explored(control, plain.points(), new HashSet<>());
  }

  private void inject(Fault fault, Explored explored, Place place) {
    Set<String> kinds = new HashSet<>();
    for (Point point : explored.points) {
      boolean first = kinds.add(kind(point));
      boolean here = first == (place == Place.FIRST_OF_ITS_KIND);
      if (!ended && here && applies(fault, point)) {
        inject(explored.control, fault, point, explored.crashStates);
      }
    }
  }

  /** Operations of one kind do the same in the same phase; host events have their own names. */
  private static String kind(Point point) {
    String event = point.at().event();
    String what =
        point.at().isOperation() ? point.at().verb() : event.substring(event.indexOf('.'));
    return point.phase() + "/" + what;
  }

  private boolean applies(Fault fault, Point point) {
    if (subject.faults() == Subject.Reach.STEPS) {
      return fault == Fault.K1;
    }
    if (OF_A_REQUEST.contains(fault) && point.access().isEmpty()) {
      return false;
    }
    // Slow replies and clock jumps are wanted by a schedule or two, not by a phase.
    boolean everywhere = fault == Fault.K12 || fault == Fault.K13;
    return everywhere
        ? point.phase() == Phase.WRITE || point.phase() == Phase.COMMIT
        : FaultMatrix.faults(point.phase(), subject.contract()).contains(fault);
  }

  private void inject(Plan control, Fault fault, Point point, Set<String> crashStates) {
    Plan plan = control.with(List.of(new Injection(fault, point.at())));
    reached.add(new Cell(point.phase(), fault));
    boolean kill = fault == Fault.K1;
    Outing outing = run(plan, kill ? crashStates::add : state -> true);
    if (outing.repeats() || ended) {
      return;
    }
    if ((fault == Fault.K3 || fault == Fault.K10) && point.phase() == Phase.COMMIT) {
      run(plan.waking(Plan.Wake.COMMITTED), state -> true);
    }
    if (kill && depth == Depth.KILL_AND_KILL) {
      again(plan, outing, crashStates);
    }
  }

  /** A second kill at each point of the recovery from the first. */
  private void again(Plan plan, Outing outing, Set<String> crashStates) {
    Injection first = plan.faults().get(0);
    boolean after = false;
    for (Point point : outing.points()) {
      if (ended) {
        return;
      }
      if (after && EnumSet.of(Phase.RECOVER, Phase.RESCALE, Phase.OPEN).contains(point.phase())) {
        run(plan.with(List.of(first, new Injection(Fault.K1, point.at()))), crashStates::add);
      } else if (after && point.phase() == Phase.WRITE) {
        return;
      }
      after |= point.at().equals(first.at());
    }
  }

  private Outing run(Plan plan, Predicate<String> isNew) {
    Outing outing = Run.of(subject, plan, isNew);
    if (outing.repeats()) {
      repeats++;
      return outing;
    }
    runs++;
    ended |= !listener.judged(plan, outing, Checker.judge(outing.history()));
    return outing;
  }

  private void compareNames(Plan control, Outing plain) {
    if (ended) {
      return;
    }
    Outing elsewhere = Run.of(subject, control.elsewhere());
    runs++;
    Names.compare(plain.history(), elsewhere.history())
        .ifPresent(
            violation ->
                ended |=
                    !listener.judged(
                        control.elsewhere(),
                        elsewhere,
                        new Judgement(Verdict.FAIL, List.of(violation), Set.of(), "")));
  }

  /** How many runs were made and judged. */
  public long runs() {
    return runs;
  }

  /** How many were cut off because an equal crash state had been gone on from. */
  public long repeats() {
    return repeats;
  }

  /** The cells of the matrix in which a fault was injected. */
  public Set<Cell> reached() {
    Set<Cell> ofMatrix = new LinkedHashSet<>(FaultMatrix.cells(subject.contract()));
    ofMatrix.retainAll(reached);
    return ofMatrix;
  }

  /** The cells that the matrix has for this contract. */
  public static Set<Cell> defined(Contract contract) {
    return FaultMatrix.cells(contract);
  }
}
