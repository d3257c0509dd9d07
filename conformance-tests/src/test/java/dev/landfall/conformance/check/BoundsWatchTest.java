package dev.landfall.conformance.check;

import static dev.landfall.conformance.model.Access.ABORT;
import static dev.landfall.conformance.model.Access.PUT;
import static dev.landfall.conformance.model.Access.READ;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Marker;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sink holds and what it lets out. */
class BoundsWatchTest {
  private static final String TOLD = " tells the sink's password";

  private static Story keyed() {
    Story story = Story.keyed();
    IntStream.range(0, 200).forEach(i -> story.put("s0:" + i, "k" + i));
    return story.runs(1, 0);
  }

  private static Story writes(Story story, int from, int to) {
    IntStream.range(from, to).forEach(i -> story.writes(1, "g1/o1", "s0:" + i));
    return story;
  }

  // ---- buffers

  @Test
  void SI_3_moreRecordsWaitThanMay() {
    Story story = writes(keyed().put("x:0", "x").does(1, READ, "t", "x:0"), 0, 129);

    assertThat(story.violations())
        .containsExactly(
            "SI-3 the protocol was broken, a/out/0/g1/o1, first wrong record s0:128: more than 128"
                + " records wait in the sink, and write takes more");
  }

  @Test
  void SI_3_asManyRecordsWaitAsMay() {
    assertThat(writes(keyed().put("x:0", "x").does(1, READ, "t", "x:0"), 0, 128).violations())
        .isEmpty();
  }

  @Test
  void SI_3_recordThatWasSent_doesNotWait() {
    Story story = writes(keyed(), 0, 128).does(1, PUT, "t", "s0:0");

    assertThat(writes(story, 128, 129).violations()).isEmpty();
  }

  @Test
  void SI_3_recordThatWasRejected_doesNotWait() {
    Story story =
        writes(Story.keyed().bad("s0:200", "k").runs(1, 0), 0, 0).writes(1, "g1/o1", "s0:200");
    IntStream.range(201, 329).forEach(i -> story.put("s0:" + i, "k" + i));
    story.does(1, READ, "t", "s0:328").rejects(1, "s0:200");
    IntStream.range(201, 329).forEach(i -> story.writes(1, "g1/o1", "s0:" + i));

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void SI_3_nobodyCounts_whereRequestsTellNoRecords() {
    assertThat(writes(keyed().does(1, PUT, "t"), 0, 129).violations()).isEmpty();
  }

  // ---- after an error

  private static Story closing(String failed) {
    return keyed()
        .writes(1, "g1/o1", "s0:0")
        .fails(1, failed, "a/out/0", "X")
        .calls(1, "close", "a/out/0");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"write", "flush", "prepare", "begin"})
  void SI_2_closeWritesAfterAnError(String call) {
    assertThat(closing(call).does(1, PUT, "t", "s0:0").violations())
        .containsExactly(
            "SI-2 the protocol was broken, first wrong record s0:0: after an error, close sent"
                + " C1.do/Put#1");
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(
      value = Access.class,
      names = {"STAGE", "PREPARE", "PUT", "CONFIRM"})
  void SI_2_closeWritesInWhateverWay(Access access) {
    assertThat(closing("write").does(1, access, "t").violations())
        .singleElement()
        .asString()
        .startsWith("SI-2 the protocol was broken: after an error, close sent C1.do/");
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(
      value = Access.class,
      names = {"READ", "ABORT", "LOG", "LOCK"})
  void SI_2_closeMayFreeWhatItHolds(Access access) {
    assertThat(closing("write").does(1, access, "t").violations()).isEmpty();
  }

  @Test
  void SI_2_closeMayWrite_whereNothingFailed() {
    assertThat(closing("commit").does(1, PUT, "t", "s0:0").violations()).isEmpty();
  }

  @Test
  void SI_2_otherCallsMayWriteAfterAnError() {
    Story story =
        keyed()
            .writes(1, "g1/o1", "s0:0")
            .fails(1, "write", "s0:0", "X")
            .calls(1, "flush", "a/out/0")
            .does(1, PUT, "t", "s0:0");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void SI_2_closeOfAnotherProcessMayWrite() {
    Story story =
        keyed()
            .writes(1, "g1/o1", "s0:0")
            .fails(1, "write", "s0:0", "X")
            .runs(2, 0)
            .calls(2, "close", "a/out/0")
            .does(2, PUT, "t", "s0:0");

    assertThat(story.violations()).isEmpty();
  }

  // ---- secrets

  private static Story secret(Event event) {
    return Story.keyed().bad("s0:0", "k").runs(1, 0).with(event);
  }

  private static List<String> told(String where) {
    return List.of("SI-9 the protocol was broken: " + where + TOLD);
  }

  @Test
  void SI_9_nameInTheStore_tellsThePassword() {
    Address where = Address.parse("C1.do/Put#1");
    String name = "t-" + Marker.SECRET;

    assertThat(secret(new Event.Sent(1, 1, where, PUT, "Put", name, List.of())).violations())
        .isEqualTo(told("C1.do/Put#1"));
  }

  @Test
  void SI_9_reasonOfARejection_tellsThePassword() {
    assertThat(secret(new Event.Rejected(1, "s0:0", Marker.SECRET)).violations())
        .isEqualTo(told("the reason of a rejection"));
  }

  @Test
  void SI_9_error_tellsThePassword() {
    Event threw = new Event.Threw(1, "write", "s0:0", "X", "cannot log in as " + Marker.SECRET);

    assertThat(secret(threw).violations()).isEqualTo(told("the error of write"));
  }

  @Test
  void SI_9_result_tellsThePassword() {
    assertThat(secret(new Event.Returned(1, "prepare", "a/out/0", Marker.SECRET)).violations())
        .isEqualTo(told("what prepare returned"));
  }

  @Test
  void SI_9_whateverElseASecretTurnsUpIn_tellsThePassword() {
    assertThat(secret(new Event.Told(1, "the log")).violations()).isEqualTo(told("the log"));
  }

  @Test
  void SI_9_nothingTellsThePassword() {
    Story story =
        secret(new Event.Returned(1, "prepare", "a/out/0", ""))
            .rejects(1, "s0:0")
            .fails(1, "write", "s0:0", "X")
            .does(1, ABORT, "t");

    assertThat(story.violations()).isEmpty();
  }

  // ---- sessions

  private static Story sessions(int... open) {
    Story story = Story.keyed().runs(1, 0);
    IntStream.range(0, open.length)
        .forEach(i -> story.with(new Event.Sessions(1, i + 1L, open[i])));
    return story;
  }

  @Test
  void T_13_moreSessionsAtEachCheckpoint() {
    assertThat(sessions(1, 2, 3, 4).violations())
        .containsExactly(
            "T-13 the protocol was broken, checkpoint 4: process 1 holds more sessions at each"
                + " checkpoint: [1, 2, 3, 4]");
  }

  @Test
  void T_13_moreSessionsForAWhile() {
    assertThat(sessions(1, 2, 3, 3, 4, 5).violations()).isEmpty();
  }

  @Test
  void T_13_moreSessionsAgainAndAgain() {
    assertThat(sessions(1, 2, 3, 3, 4, 5, 6).violations())
        .containsExactly(
            "T-13 the protocol was broken, checkpoint 7: process 1 holds more sessions at each"
                + " checkpoint: [3, 4, 5, 6]");
  }
}
