package dev.landfall.runner.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Generation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
  private final ManualTime time = new ManualTime();

  @TempDir private Path root;

  private StateDirectory directory() {
    return StateDirectory.at(root.resolve("state"), time);
  }

  private HeldState take(String token) throws StateException {
    return directory().take(token, Generation.NONE, Entry.RESPECT_LEASE);
  }

  private HeldState takeOver(String token) throws StateException {
    return directory().take(token, Generation.NONE, Entry.TAKE_OVER);
  }

  @Test
  void completed_isRestoredByTheNextHost() throws Exception {
    try (HeldState first = take("first")) {
      first.complete(States.checkpoint(1, 1));
      first.complete(States.checkpoint(2, 1));
    }

    HeldState second = take("second");

    assertThat(second.generation()).isEqualTo(new Generation(2));
    assertThat(second.restore(Optional.empty(), States.OWNER)).contains(States.checkpoint(2, 1));
    assertThat(second.nextId()).isEqualTo(new CheckpointId(3));
  }

  @Test
  void generation_isAboveTheStores() throws Exception {
    HeldState held = directory().take("one", new Generation(41), Entry.RESPECT_LEASE);

    assertThat(held.generation()).isEqualTo(new Generation(42));
  }

  @Test
  void second_isToldWhoHoldsIt() throws Exception {
    HeldState first = take("first");

    StateException refused = catchThrowableOfType(StateException.class, () -> take("second"));

    assertThat(refused.reason()).isEqualTo(StateException.Reason.HELD);
    assertThat(refused)
        .hasMessageContaining("process " + ProcessHandle.current().pid())
        .hasMessageContaining("since 2026-01-01T00:00:00Z, lease until 2026-01-01T00:00:10Z")
        .hasMessageContaining("--take-over");
    first.complete(States.checkpoint(1, 1));
  }

  @Test
  void expiredLease_isFree() throws Exception {
    HeldState first = take("first");
    time.pass(Duration.ofSeconds(9));
    first.renew();
    time.pass(Duration.ofSeconds(9));
    assertThatThrownBy(() -> take("second")).isInstanceOf(StateException.class);

    time.pass(Duration.ofSeconds(1));

    assertThat(take("second").generation()).isEqualTo(new Generation(2));
  }

  @Test
  void deadHoldersLease_isFreeAtOnce() throws Exception {
    HeldState first = take("first");
    Path lease = root.resolve("state/g000001/open/lease");
    Process gone = new ProcessBuilder("true").start();
    assertThat(gone.waitFor(10, TimeUnit.SECONDS)).isTrue();
    Holder dead =
        new Holder(
            "first",
            new HostProcess(HostProcess.current().machine(), gone.pid(), time.now()),
            time.now(),
            time.now().plusSeconds(10));
    Files.write(lease, HolderFile.encode(dead));

    assertThat(take("second").generation()).isEqualTo(new Generation(2));
    assertLost(() -> first.complete(States.checkpoint(1, 1)));
  }

  @Test
  void HO_11_afterTakeOver_oldHostCompletesNothing() throws Exception {
    HeldState old = take("old");
    old.complete(States.checkpoint(1, 1));

    HeldState successor = takeOver("new");

    assertLost(() -> old.complete(States.checkpoint(2, 1)));
    assertLost(old::renew);
    assertLost(old::requireHeld);
    old.close();
    assertThat(successor.restore(Optional.empty(), States.OWNER)).contains(States.checkpoint(1, 1));
    successor.complete(States.checkpoint(2, 2));
    assertThat(directory().checkpoints())
        .extracting(StoredCheckpoint::id)
        .containsExactly(new CheckpointId(2), new CheckpointId(1));
  }

  /** The old host is stopped between its temporary file and its rename. */
  @Test
  void HO_11_temporaryFileOfOldHost_isSwept() throws Exception {
    take("old");
    Path temporary = root.resolve("state/g000001/open/c000000001.checkpoint.tmp");
    Files.write(temporary, CheckpointFile.encode(States.checkpoint(1, 1)));

    HeldState successor = takeOver("new");

    assertThat(successor.restore(Optional.empty(), States.OWNER)).isEmpty();
    assertThat(root.resolve("state/g000001/closed")).isDirectoryContaining("glob:**lease");
    assertThat(root.resolve("state/g000001/closed")).isDirectoryNotContaining("glob:**.tmp");
  }

  /** A successor crashed between its rename and its sweep; a late rename may still be under way. */
  @Test
  void HO_11_halfClosedGeneration_isSweptByTheNext() throws Exception {
    take("old");
    Path generation = root.resolve("state/g000001");
    Files.write(generation.resolve("open/c000000001.checkpoint.tmp"), new byte[1]);
    Files.move(generation.resolve("open"), generation.resolve("closed"));

    takeOver("new");

    assertThat(generation.resolve("closed")).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void generationWithoutALease_isClosedAsAnyOther() throws Exception {
    Files.createDirectories(root.resolve("state/g000009/open"));

    HeldState held = take("new");

    assertThat(held.generation()).isEqualTo(new Generation(10));
    assertThat(root.resolve("state/g000009/open")).doesNotExist();
    assertThat(root.resolve("state/g000009/closed")).isDirectory();
  }

  @Test
  void crashedStarters_areSwept() throws Exception {
    Files.createDirectories(root.resolve("state/starting-crashed/open"));

    take("new");

    assertThat(root.resolve("state/starting-crashed")).doesNotExist();
  }

  @Test
  void manyStartersAtOnce_oneHolds() throws Exception {
    int starters = 8;
    ExecutorService threads = Executors.newFixedThreadPool(starters);
    try {
      for (int round = 0; round < 20; round++) {
        List<HeldState> winners = startAll(threads, starters, round);
        long holding = winners.stream().filter(StateDirectoryTest::holds).count();

        assertThat(holding).as("round %d", round).isEqualTo(1);
        winners.forEach(HeldState::close);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private List<HeldState> startAll(ExecutorService threads, int starters, int round)
      throws Exception {
    List<Callable<Optional<HeldState>>> starts = new ArrayList<>();
    for (int i = 0; i < starters; i++) {
      String token = round + "-" + i;
      starts.add(
          () -> {
            try {
              return Optional.of(takeOver(token));
            } catch (StateException e) {
              assertThat(e.reason()).isEqualTo(StateException.Reason.HELD);
              return Optional.empty();
            }
          });
    }
    List<HeldState> winners = new ArrayList<>();
    for (Future<Optional<HeldState>> start : threads.invokeAll(starts, 30, TimeUnit.SECONDS)) {
      start.get().ifPresent(winners::add);
    }
    return winners;
  }

  private static boolean holds(HeldState state) {
    try {
      state.requireHeld();
      return true;
    } catch (StateException e) {
      return false;
    }
  }

  @Test
  void afterAStop_nothingIsWrittenBeforeTheLeaseIsRenewed() throws Exception {
    HeldState old = take("old");
    old.requireFresh();
    time.pass(StateDirectory.LEASE.plusMillis(1));
    take("new");

    assertLost(old::requireFresh);
  }

  @Test
  void damagedNewest_isRefusedWithTheWayBack() throws Exception {
    HeldState held = take("first");
    held.complete(States.checkpoint(1, 1));
    held.complete(States.checkpoint(2, 1));
    Path newest = directory().checkpoints().get(0).file();
    byte[] frame = Files.readAllBytes(newest);
    frame[30] ^= 1;
    Files.write(newest, frame);

    StateException refused =
        catchThrowableOfType(
            StateException.class, () -> held.restore(Optional.empty(), States.OWNER));

    assertThat(refused.reason()).isEqualTo(StateException.Reason.DAMAGED);
    assertThat(refused)
        .hasMessageContaining("checkpoint 2")
        .hasMessageContaining("--from-checkpoint 1");
    assertThat(held.restore(Optional.of(new CheckpointId(1)), States.OWNER))
        .contains(States.checkpoint(1, 1));
    assertThat(held.nextId()).isEqualTo(new CheckpointId(3));
  }

  @Test
  void missing_namesWhatIsThere() throws Exception {
    HeldState held = take("first");
    held.complete(States.checkpoint(1, 1));

    assertThatThrownBy(() -> held.restore(Optional.of(new CheckpointId(9)), States.OWNER))
        .hasMessageContaining("checkpoint 9")
        .hasMessageContaining("expected one of [1]");
  }

  @Test
  void foreignState_isRefused() throws Exception {
    HeldState held = take("first");
    held.complete(States.checkpoint(1, 1));
    StateOwner other = new StateOwner("orders-eu", "file", "jdbc", "warehouse", "xa");
    StateOwner otherMode = new StateOwner("orders", "file", "jdbc", "warehouse", "upsert");

    assertThatThrownBy(() -> held.restore(Optional.empty(), other))
        .hasMessageContaining("written for pipeline 'orders', expected 'orders-eu'");
    assertThatThrownBy(() -> held.restore(Optional.empty(), otherMode))
        .hasMessageContaining("sink mode 'xa', expected 'upsert'");
  }

  @Test
  void retain_keepsTheNewestAndTheNewestGeneration() throws Exception {
    for (int generation = 1; generation <= 3; generation++) {
      try (HeldState held = take("host" + generation)) {
        held.complete(States.checkpoint(2L * generation - 1, generation));
        held.complete(States.checkpoint(2L * generation, generation));
      }
    }
    HeldState held = take("last");

    List<Checkpoint> dropped = held.retain(2);

    assertThat(dropped)
        .extracting(checkpoint -> checkpoint.id().value())
        .containsExactly(4L, 3L, 2L, 1L);
    assertThat(root.resolve("state/g000001")).doesNotExist();
    assertThat(root.resolve("state/g000002")).doesNotExist();
    assertThat(root.resolve("state/g000003")).isDirectory();
    assertThat(root.resolve("state/g000004")).isDirectory();
  }

  private static void assertLost(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    StateException lost = catchThrowableOfType(StateException.class, call);
    assertThat(lost).isNotNull();
    assertThat(lost.reason()).isEqualTo(StateException.Reason.LOST);
    assertThat(lost).hasMessageContaining("HO-11");
  }
}
