package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.WriterDriver;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.SegmentStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An old instance that goes on after its successor has taken over. */
final class ZombieTest {
  private final MemoryStore store = new MemoryStore();

  @TempDir Path directory;
  private Optional<SegmentStore> log;

  @BeforeEach
  void openLog() {
    log = Optional.of(new LocalSegmentStore(directory.resolve("log")));
  }

  @ParameterizedTest
  @EnumSource(LogHome.class)
  void W_6_aZombieConfirmsNothingAndOverwritesNothing(LogHome home) throws Exception {
    S3WalConfig config =
        Configs.log(Configs.jsonLines(Compression.ZSTD), home, directory.resolve("spool"));
    try (MiniHost zombie = start(config, "old", Durable.NOTHING, 2)) {
      zombie.writeUpTo(100);
      Durable durable = zombie.durable();
      try (MiniHost successor = start(config, "new", durable, 1)) {
        successor.writeUpTo(150);
        successor.checkpoint();
        List<ObjectInfo> confirmed = confirmedObjects(config);
        zombie.writeUpTo(130);

        // What both hold is confirmed once; what only the zombie holds, never.
        zombie.commit();
        assertThatThrownBy(zombie::checkpoint).isInstanceOf(FencedException.class);

        assertThat(confirmedObjects(config)).isEqualTo(confirmed);
        successor.writeUpTo(200);
        successor.checkpoint();
      }
    }

    assertThat(ConfirmedView.of(store, config).numbers()).isEqualTo(DirectorySinkTest.upTo(200));
  }

  @Test
  void W_6_aWriterThatNeverConfirmed_findsTheFenceOfANarrowerRun() throws Exception {
    S3WalConfig config = Configs.jsonLines(Compression.NONE);
    try (MiniHost successor = start(config, "new", Durable.NOTHING, 2)) {
      assertThat(successor.generation().value()).isEqualTo(1);
    }
    try (MiniHost successor = start(config, "newer", Durable.NOTHING, 2)) {
      assertThat(successor.generation().value()).isEqualTo(2);
    }
    Logs logs = logs();

    assertThatThrownBy(() -> new Fence(logs, "zombie").take(scope(3, 4), new Generation(1)))
        .isInstanceOf(FencedException.class)
        .hasMessageContaining("generation 2 has taken over");
  }

  @Test
  void W_6_twoStartersOfOneGeneration_oneIsFenced() throws Exception {
    S3WalConfig config = Configs.jsonLines(Compression.NONE);
    try (MiniHost first = start(config, "first", Durable.NOTHING, 1)) {
      Logs logs = logs();

      assertThatThrownBy(() -> new Fence(logs, "second").take(scope(0, 1), first.generation()))
          .isInstanceOf(FencedException.class)
          .hasMessageContaining("of another process is there");
      new Fence(logs, "first").take(scope(0, 1), first.generation());
    }
  }

  @Test
  void W_6_aCommitterOfAnotherProcess_confirmsUnderTheFenceOfItsGeneration() throws Exception {
    Logs committers = logs();
    assertThat(committers.of(0).state().fences()).isEmpty();
    new Fence(logs(), "writer").take(scope(0, 1), new Generation(1));

    new Fence(committers, "committer").establish(committers.of(0), new Generation(1));

    assertThat(committers.of(0).state().last()).isEqualTo(1);
  }

  /** In Flink: subtasks take over one by one, and a new one begins at a generation of its own. */
  @Test
  void W_6_aSubtaskThatTookOverBefore_doesNotFenceAnother() throws Exception {
    new Fence(logs(), "of 0").take(scope(0, 4), new Generation(2));
    Logs committers = logs();

    new Fence(committers, "of 3").establish(committers.of(3), new Generation(1));

    assertThat(committers.of(3).state().newestFence()).isPresent();
  }

  /** In Flink: what the writer fences comes after its committer has confirmed (HO-8). */
  @Test
  void W_6_aCommitterThatWasFirst_doesNotKeepItsWriterFromTakingOver() throws Exception {
    Logs committers = logs();
    new Fence(committers, "committer").establish(committers.of(1), new Generation(2));
    new Fence(committers, "zombie").establish(committers.of(3), new Generation(1));

    new Fence(logs(), "writer").take(scope(1, 2), new Generation(2));

    assertThat(fenced(1)).isEqualTo(2);
    assertThat(fenced(3)).isEqualTo(2);
    assertThatThrownBy(() -> new Fence(logs(), "other").take(scope(1, 2), new Generation(2)))
        .isInstanceOf(FencedException.class);
  }

  @Test
  void W_6_aFenceOfANarrowerRun_isNotForgottenInAWiderOne() throws Exception {
    new Fence(logs(), "narrow").take(scope(1, 2), new Generation(2));
    new Fence(logs(), "wide").take(scope(1, 4), new Generation(3));
    Logs zombies = logs();

    assertThatThrownBy(
            () -> new Fence(zombies, "zombie").establish(zombies.of(3), new Generation(1)))
        .isInstanceOf(FencedException.class)
        .hasMessageContaining("generation 2 has taken over");
  }

  @Test
  void SI_4_aWriterWithoutALog_isNewerThanTheRunThatAnsweredForIt() throws Exception {
    new Fence(logs(), "narrow").take(scope(1, 2), new Generation(2));

    assertThat(newest(scope(3, 4))).isEqualTo(2);
    assertThat(newest(scope(2, 4))).isEqualTo(0);
  }

  /** In Flink: an attempt that failed before its first checkpoint has fenced nobody. */
  @Test
  void SI_4_aWriterThatHasOnlyStaged_isNotRepeated() throws Exception {
    S3WalConfig config = Configs.log(Configs.jsonLines(Compression.NONE), LogHome.STORE, directory);
    try (S3WalSink sink = S3WalSink.open(config, Contexts.of(Contexts.ORDERS, "old"), store);
        WriterDriver writer =
            WriterDriver.open(
                sink,
                Contexts.ORDERS.writer(1),
                new Generation(5),
                (record, why) -> {},
                sink.log(),
                Runnable::run)) {
      writer.write(Records.numbered(1));
      writer.barrier().join();
    }

    assertThat(newest(scope(1, 2))).isEqualTo(5);
    assertThat(newest(scope(0, 2))).isEqualTo(0);
  }

  private long newest(WriterScope scope) throws Exception {
    S3WalConfig config = Configs.jsonLines(Compression.NONE);
    try (S3WalSink sink = S3WalSink.open(config, Contexts.of(Contexts.ORDERS, "new"), store);
        Takeover takeover = sink.takeover()) {
      return takeover.newest(scope).value();
    }
  }

  private long fenced(int subtask) throws Exception {
    return Logs.fenced(logs().of(subtask)).value();
  }

  private Logs logs() {
    Backoff backoff = new Backoff(HostTime.system(), 1);
    return new Logs(store, new Bookkeeping("events/", Contexts.ORDERS), backoff);
  }

  private static WriterScope scope(int subtask, int parallelism) {
    return new WriterScope(Contexts.ORDERS, subtask, parallelism);
  }

  private List<ObjectInfo> confirmedObjects(S3WalConfig config) throws Exception {
    List<ObjectInfo> objects = new ArrayList<>();
    for (DataObject object : ConfirmedView.of(store, config).objects()) {
      objects.add(store.head(object.key()).orElseThrow());
    }
    return objects;
  }

  private MiniHost start(S3WalConfig config, String instance, Durable from, int parallelism)
      throws Exception {
    return MiniHost.start(config, store, instance, log, from, parallelism);
  }
}
