package dev.landfall.runner.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies and checks, with segments of a log and without. */
class StateCopyTest {
  private final ManualTime time = new ManualTime();

  @TempDir private Path root;

  private Path state() {
    return root.resolve("state");
  }

  private StateDirectory at(Path where) {
    return StateDirectory.at(where, time);
  }

  private HeldState take(Path where, String token) throws StateException {
    return at(where).take(token, Generation.NONE, Entry.RESPECT_LEASE);
  }

  /** A sealed segment in the log of the state directory. */
  private Committable segment(long ordinal) throws Exception {
    try (LocalSegmentStore log = new LocalSegmentStore(at(state()).log());
        SegmentWriter writer = log.open(States.interval(0, 1, ordinal))) {
      writer.append(SinkRecord.put(Value.of("k"), Value.of("v".repeat(1_000))));
      return writer.seal().orElseThrow();
    }
  }

  private static Checkpoint naming(long id, Committable... committables) {
    return new Checkpoint(
        new CheckpointId(id),
        new Generation(1),
        States.OWNER,
        Instant.EPOCH,
        Map.of(),
        List.of(),
        List.of(committables).stream()
            .map(one -> new Pending(Optional.of(new CheckpointId(id)), one))
            .toList());
  }

  private Path segmentFile(Committable committable) {
    return at(state())
        .log()
        .resolve("orders/warehouse/0/g1-o" + committable.interval().ordinal() + ".seg");
  }

  @Test
  void copy_isTheStateOfItsMoment_andNobodyHoldsIt() throws Exception {
    Checkpoint older;
    Checkpoint newer;
    try (HeldState held = take(state(), "first")) {
      older = naming(1, segment(1));
      newer = naming(2, segment(1 + 1));
      held.complete(older);
      held.complete(newer);
      Files.writeString(state().resolve("g000001/open/c000000003.checkpoint.tmp"), "half");
    }

    int files = StateCopy.copy(state(), root.resolve("copy"), time);

    assertThat(files).isEqualTo(4);
    assertThat(StateCheck.of(at(root.resolve("copy"))).isSound()).isTrue();
    HeldState elsewhere = take(root.resolve("copy"), "elsewhere");
    assertThat(elsewhere.generation()).isEqualTo(new Generation(2));
    assertThat(elsewhere.retained()).containsExactly(newer, older);
    assertThat(root).isDirectoryNotContaining(path -> path.toString().endsWith(".copying"));
  }

  @Test
  void liveLease_isRefused_andTheCrashedHostsIsNot() throws Exception {
    HeldState first = take(state(), "first");
    first.complete(States.checkpoint(1, 1));

    StateException refused =
        catchThrowableOfType(
            StateException.class, () -> StateCopy.copy(state(), root.resolve("copy"), time));

    assertThat(refused.reason()).isEqualTo(StateException.Reason.HELD);
    assertThat(refused).hasMessageContaining("stop the pipeline first");
    assertThat(root.resolve("copy")).doesNotExist();

    time.pass(StateDirectory.LEASE); // As after a crash.
    StateCopy.copy(state(), root.resolve("copy"), time);
    assertThat(take(root.resolve("copy"), "next").retained()).hasSize(1);
  }

  @Test
  void targetThatIsThere_isLeftAlone() throws Exception {
    take(state(), "first").close();
    Files.createDirectories(root.resolve("copy"));

    StateException refused =
        catchThrowableOfType(
            StateException.class, () -> StateCopy.copy(state(), root.resolve("copy"), time));

    assertThat(refused).hasMessageContaining("it is there, expected a new name");
  }

  @Test
  void namesOfGenerationsWithoutCheckpoints_areNotGivenBack() throws Exception {
    for (int i = 1; i <= 5; i++) {
      take(state(), "host" + i).close();
    }

    StateCopy.copy(state(), root.resolve("copy"), time);

    assertThat(take(root.resolve("copy"), "next").generation()).isEqualTo(new Generation(6));
  }

  @Test
  void W_4_tornSegment_isFound_andTheOlderCheckpointIsNamed() throws Exception {
    Committable damaged;
    try (HeldState held = take(state(), "first")) {
      held.complete(naming(1, segment(1)));
      damaged = segment(2);
      held.complete(naming(2, damaged));
    }
    byte[] bytes = Files.readAllBytes(segmentFile(damaged));
    bytes[bytes.length / 2] ^= 1;
    Files.write(segmentFile(damaged), bytes);

    StateCheck.Result result = StateCheck.of(at(state()));

    assertThat(result.isSound()).isFalse();
    assertThat(result.newest()).contains(new CheckpointId(2));
    assertThat(result.isNewestReadable()).isTrue();
    assertThat(result.restorable()).contains(new CheckpointId(1));
    assertThat(result.items())
        .filteredOn(item -> item.problem().isPresent())
        .singleElement()
        .satisfies(item -> assertThat(item.name()).startsWith("log segment orders/warehouse/0"));
  }

  @Test
  void damagedCheckpoint_missingSegment_andSoundOnes_areToldApart() throws Exception {
    Committable missing;
    try (HeldState held = take(state(), "first")) {
      missing = segment(1);
      held.complete(naming(1, missing));
      held.complete(States.checkpoint(2, 1)); // Names transactions, not segments.
      held.complete(States.checkpoint(3, 1));
    }
    Files.delete(segmentFile(missing));
    Path newest = state().resolve("g000001/closed/c000000003.checkpoint");
    byte[] bytes = Files.readAllBytes(newest);
    bytes[bytes.length - 1] ^= 1;
    Files.write(newest, bytes);

    StateCheck.Result result = StateCheck.of(at(state()));

    assertThat(result.isNewestReadable()).isFalse();
    assertThat(result.restorable()).contains(new CheckpointId(2));
    assertThat(result.items())
        .filteredOn(item -> item.problem().isPresent())
        .extracting(StateCheck.Item::name)
        .satisfiesExactly(
            first -> assertThat(first).startsWith("checkpoint 3"),
            second -> assertThat(second).startsWith("log segment"));
    assertThat(result.items().get(0).problem().orElseThrow())
        .matches("(?s).*checksum [0-9a-f]{8}, expected [0-9a-f]{8}.*");
  }

  @Test
  void whatARunningPipelineDeletesMeanwhile_isNoDamage() throws Exception {
    try (HeldState held = take(state(), "first")) {
      held.complete(naming(1, segment(1)));
      AtomicBoolean checked = new AtomicBoolean();
      CompletableFuture<Long> completed =
          CompletableFuture.supplyAsync(() -> completeUntil(checked, held));
      try {
        for (int i = 0; i < 50; i++) {
          assertThat(StateCheck.of(at(state())).items())
              .allSatisfy(item -> assertThat(item.problem()).isEmpty());
        }
      } finally {
        checked.set(true);
      }
      assertThat(completed.get(30, TimeUnit.SECONDS)).isGreaterThan(1);
    }
  }

  private static long completeUntil(AtomicBoolean checked, HeldState held) {
    long id = 1;
    while (!checked.get()) {
      try {
        held.complete(States.checkpoint(++id, 1));
      } catch (StateException e) {
        throw new IllegalStateException(e);
      }
    }
    return id;
  }
}
