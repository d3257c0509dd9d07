package dev.landfall.conformance.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.model.Phase;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class InjectorTest {
  private static final Optional<Fault> NOTHING = Optional.empty();

  @Test
  void aFault_strikesWhereItIsPlanned() {
    Injector injector = wire("K1@C1.prepare/Produce#2");

    assertEquals(NOTHING, injector.reach(at("C1.write/Produce#1")));
    assertEquals(NOTHING, injector.reach(at("C1.prepare/Produce#1")));
    assertEquals(Optional.of(Fault.K1), injector.reach(at("C1.prepare/Produce#2")));
    assertEquals(NOTHING, injector.reach(at("C2.prepare/Produce#2")));
  }

  @Test
  void aFaultOnTheWire_whoseEventWentBy_strikesTheNextRequestOfItsKind() {
    Injector injector = wire("K3@C1.write/Produce#2");

    assertEquals(NOTHING, injector.reach(at("C1.write/Produce#1")));
    assertEquals(NOTHING, injector.reach(at("C1.prepare/Flush#1")));
    assertEquals(Optional.of(Fault.K3), injector.reach(at("C1.prepare/Produce#1")));
    assertEquals(1, injector.fired());
  }

  @Test
  void aRequestThatComesBeforeTheEvent_isNotStruck() {
    Injector injector = wire("K3@C2.write/Produce#1");

    assertEquals(NOTHING, injector.reach(at("C1.write/Produce#1")));
    assertEquals(NOTHING, injector.reach(at("C1.prepare/Produce#1")));
  }

  @Test
  void anEventWithoutAnyRequest_wentByWhenTheHostIsDoneWithIt() {
    Injector injector = wire("K3@C1.write/Produce#1");

    assertEquals(NOTHING, injector.reach(at("C0.prepare/Produce#1")));
    injector.over("C1.write");

    assertEquals(Optional.of(Fault.K3), injector.reach(at("C1.prepare/Produce#1")));
  }

  @Test
  void aSecondFault_waitsForTheFirst() {
    Injector injector = wire("K1@C1.write/Produce#1", "K1@S2.recover/List#1");

    assertEquals(NOTHING, injector.reach(at("S2.recover/List#1")));
    assertEquals(Optional.of(Fault.K1), injector.reach(at("C1.write/Produce#1")));
    assertEquals(Optional.of(Fault.K1), injector.reach(at("S3.recover/List#1")));
  }

  @Test
  void anEmbeddedStore_isStruckAtThePlaceAlone() {
    Injector injector =
        new Injector(List.of(Injection.parse("K1@C1.write/Put#2")), Subject.Reach.STEPS);

    assertEquals(NOTHING, injector.reach(at("C1.write/Put#1")));
    assertEquals(NOTHING, injector.reach(at("C2.write/Put#1")));
    assertEquals(NOTHING, injector.reach(at("C2.write/Put#2")));
  }

  @Test
  void anEventOfTheHost_isNeverLate() {
    Injector injector = wire("K1@C1.durable");

    assertEquals(NOTHING, injector.reach(at("C1.prepare/Put#1")));
    assertEquals(
        NOTHING,
        injector.reach(new Point(Address.of("C2.durable"), Phase.COMMIT, Optional.empty(), false)));
  }

  private static Injector wire(String... plan) {
    return new Injector(List.of(plan).stream().map(Injection::parse).toList(), Subject.Reach.WIRE);
  }

  private static Point at(String address) {
    return new Point(Address.parse(address), Phase.WRITE, Optional.of(Access.STAGE), false);
  }
}
