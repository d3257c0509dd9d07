package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sink.s3.FaultyStore.Fate;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kills the process before and after every single request to the store. */
final class CrashTest {
  private static final int RECORDS = 60;
  private static final int BATCH = 20;
  private static final int MAX_CALLS = 400;

  @TempDir Path directory;
  private int logs;

  @ParameterizedTest
  @EnumSource(LogHome.class)
  void W_3_aCrashAtAnyRequest_neitherLosesNorRepeats(LogHome home) throws Exception {
    int points = 0;

    for (Fate fate : new Fate[] {Fate.DIES_BEFORE, Fate.DIES_AFTER}) {
      for (int call = 1; crashedAt(home, call, fate); call++) {
        points++;
        assertThat(call).isLessThan(MAX_CALLS);
      }
    }

    assertThat(points).isGreaterThan(40);
  }

  @Test
  @Tag("full")
  void W_3_aCrashInTheRecoveryFromACrash_neitherLosesNorRepeats() throws Exception {
    S3WalConfig config = config(LogHome.STORE);

    for (int first = 5; first < 80; first += 5) {
      for (int second = 1; second < 30; second++) {
        MemoryStore store = new MemoryStore();
        Optional<SegmentStore> log = hostLog();
        Durable durable = run(config, faulty(store, first), "a", log, Durable.NOTHING, 2);
        durable = run(config, faulty(store, second), "b", log, durable, 3);
        run(config, new FaultyStore(store, (n, operation, key) -> Fate.FINE), "c", log, durable, 2);
        assertThat(ConfirmedView.of(store, config).numbers())
            .as("killed at %d and %d", first, second)
            .isEqualTo(DirectorySinkTest.upTo(RECORDS));
      }
    }
  }

  /** Runs to the end with one crash; false if there was no such call. */
  private boolean crashedAt(LogHome home, int call, Fate fate) throws Exception {
    MemoryStore store = new MemoryStore();
    Optional<SegmentStore> log = hostLog();
    S3WalConfig config = config(home);
    FaultyStore first = new FaultyStore(store, FaultyStore.dies(call, fate));
    Durable durable = run(config, first, "first", log, Durable.NOTHING, 2);

    FaultyStore second = new FaultyStore(store, (n, operation, key) -> Fate.FINE);
    run(config, second, "second", log, durable, 1 + call % 4);

    assertThat(ConfirmedView.of(store, config).numbers())
        .as("%s call %d: %s", fate, call, first.fired())
        .isEqualTo(DirectorySinkTest.upTo(RECORDS));
    assertThat(store.data())
        .as("nothing unconfirmed stays after %s call %d: %s", fate, call, first.fired())
        .containsExactlyInAnyOrderElementsOf(
            ConfirmedView.of(store, config).objects().stream().map(DataObject::key).toList());
    return first.isDead();
  }

  /** Runs until the end or its death; returns the newest durable checkpoint. */
  private static Durable run(
      S3WalConfig config,
      FaultyStore store,
      String instance,
      Optional<SegmentStore> log,
      Durable from,
      int parallelism)
      throws Exception {
    Durable durable = from;
    try (MiniHost host = MiniHost.start(config, store, instance, log, from, parallelism)) {
      for (long end = from.position() + BATCH; end <= RECORDS; end += BATCH) {
        host.writeUpTo(end);
        Durable old = durable;
        durable = host.durable();
        host.commit();
        host.forget(old);
      }
    } catch (SinkException | RuntimeException e) {
      if (!store.isDead()) {
        throw e;
      }
    }
    return durable;
  }

  private static FaultyStore faulty(MemoryStore store, int call) {
    return new FaultyStore(store, FaultyStore.dies(call, Fate.DIES_AFTER));
  }

  private Optional<SegmentStore> hostLog() {
    logs++;
    return Optional.of(new LocalSegmentStore(directory.resolve("log-" + logs)));
  }

  /** Each run has a log of its own. */
  private S3WalConfig config(LogHome home) {
    return Configs.partitioned(
        Configs.log(Configs.jsonLines(Compression.NONE), home, directory.resolve("spool-" + logs)),
        "group={group}");
  }
}
