package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.host.Point;
import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Phase;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SurePlacesTest {
  private static final Point FIRST = point("C1.prepare/Produce#1", Phase.PREPARE, Access.STAGE);
  private static final Point SECOND = point("C1.prepare/Produce#2", Phase.PREPARE, Access.STAGE);
  private static final Point THIRD = point("C1.prepare/Produce#3", Phase.PREPARE, Access.STAGE);
  private static final Point END = point("C1.commit/EndTxn#1", Phase.COMMIT, Access.COMMIT);

  @Test
  void runsThatMetTheSamePlacesInTheSameOrder_areTheSame() {
    assertThat(SurePlaces.areSame(List.of(FIRST, END), List.of(FIRST, END))).isTrue();
    assertThat(SurePlaces.areSame(List.of(FIRST, END), List.of(END, FIRST))).isFalse();
    assertThat(SurePlaces.areSame(List.of(FIRST, END), List.of(FIRST))).isFalse();
  }

  @Test
  void whileRecordsAreHandedOver_writersMaySendInAnyOrder() {
    Point start = point("C1.write/XaStart#2", Phase.WRITE, Access.STAGE);
    Point insert = point("C1.write/Insert#1", Phase.WRITE, Access.STAGE);

    assertThat(SurePlaces.areSame(List.of(start, insert, END), List.of(insert, start, END)))
        .isTrue();
    assertThat(SurePlaces.areSame(List.of(start, insert, END), List.of(insert, END))).isFalse();
  }

  @Test
  void anEventThatWentTheSameWayEveryTime_isSureAsAWhole() {
    List<Point> run = List.of(FIRST, SECOND, THIRD, END);

    assertThat(SurePlaces.of(run, List.of(run, run))).isEqualTo(run);
  }

  @Test
  void ofAnEventThatWentDifferently_theFirstOfAKindIsSure() {
    List<Point> run = List.of(FIRST, SECOND, THIRD, END);

    assertThat(SurePlaces.of(run, List.of(run, List.of(FIRST, SECOND, END))))
        .containsExactly(FIRST, END);
  }

  @Test
  void aPlaceThatOneRunDidNotMeet_isNotSure() {
    assertThat(SurePlaces.of(List.of(FIRST, END), List.of(List.of(END)))).containsExactly(END);
  }

  @Test
  void ofWriting_theFirstOfAKindIsSure_howeverOftenItWentTheSameWay() {
    Point write = point("C1.write/Produce#1", Phase.WRITE, Access.STAGE);
    Point next = point("C1.write/Produce#2", Phase.WRITE, Access.STAGE);
    Point other = point("C1.write/Init#1", Phase.WRITE, Access.STAGE);
    List<Point> run = List.of(write, next, other);

    assertThat(SurePlaces.of(run, List.of(run))).containsExactly(write, other);
  }

  @Test
  void aRequestThatOnlyReads_isLeftOutBesideOneThatChangesSomething() {
    Point asks = point("C1.commit/Describe#1", Phase.COMMIT, Access.READ);
    Point looks = point("R1.recover/Describe#1", Phase.RECOVER, Access.READ);
    List<Point> run = List.of(asks, END, looks);

    assertThat(SurePlaces.of(run, List.of(run))).containsExactly(END, looks);
  }

  @Test
  void anEventOfTheHost_isSure() {
    Point durable = new Point(Address.of("C1.durable"), Phase.CHECKPOINT, Optional.empty(), false);

    assertThat(SurePlaces.of(List.of(durable), List.of(List.of(durable)))).containsExactly(durable);
  }

  private static Point point(String at, Phase phase, Access access) {
    return new Point(Address.parse(at), phase, Optional.of(access), false);
  }
}
