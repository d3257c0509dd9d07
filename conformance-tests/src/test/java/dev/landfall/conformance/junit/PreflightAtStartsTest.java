package dev.landfall.conformance.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.host.Bench;
import dev.landfall.conformance.host.CommitChoice;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.host.Instance;
import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Run;
import dev.landfall.conformance.host.Subject;
import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.schedule.Schedules;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Which starts of a run ask the sink for its prerequisites. */
class PreflightAtStartsTest {
  @Test
  void everyStartAsks_whereAnyMayMeetWhatACrashHasLeft() {
    List<Event> events = events(PreflightAtStartsTest::shelf);

    assertThat(count(events, Event.Preflight.class))
        .isEqualTo(count(events, Event.Started.class))
        .isGreaterThan(1);
  }

  @Test
  void theFirstStartAloneAsks_wherePreflightKeepsToACornerOfItsOwn() {
    List<Event> events = events(gate -> new Corner(gate, shelf(gate)));

    assertThat(count(events, Event.Started.class)).isGreaterThan(1);
    assertThat(count(events, Event.Preflight.class)).isEqualTo(1);
  }

  @Test
  void aSuccessorAsksAgain_whereTheFirstStartDiedBeforeItHadPassed() {
    Plan killed =
        Plan.control(Schedules.brief()).with(List.of(Injection.parse("K1@S1.open/Open#1")));

    List<Event> events = events(gate -> new Corner(gate, shelf(gate)), killed);

    assertThat(events).hasAtLeastOneElementOfType(Event.Injected.class);
    assertThat(count(events, Event.Preflight.class)).isEqualTo(1);
  }

  private static ShelfSink.Shelf shelf(Gate gate) {
    return new ShelfSink.Shelf(gate, ShelfSink.Order.SHOW_AND_NOTE_AT_ONCE);
  }

  private static List<Event> events(Function<Gate, Bench> bench) {
    return events(bench, Plan.control(Schedules.brief()));
  }

  private static List<Event> events(Function<Gate, Bench> bench, Plan plan) {
    Subject subject =
        new Subject(
            "shelf",
            Contract.TWO_PHASE,
            View.ROWS,
            Set.of(),
            Subject.Reach.STEPS,
            CommitChoice.ALL_UP_TO,
            bench);
    return Run.of(subject, plan).history().events();
  }

  private static long count(List<Event> events, Class<? extends Event> kind) {
    return events.stream().filter(kind::isInstance).count();
  }

  private record Corner(Gate gate, ShelfSink.Shelf shelf) implements Bench {
    @Override
    public Sink open(SinkContext context, Instance instance) {
      gate.step(instance, Access.READ, "Open", "shelf", List.of());
      return shelf.open(context, instance);
    }

    @Override
    public boolean preflightsEachStart() {
      return false;
    }

    @Override
    public List<Item> read() {
      return shelf.read();
    }

    @Override
    public String fingerprint() {
      return shelf.fingerprint();
    }
  }
}
