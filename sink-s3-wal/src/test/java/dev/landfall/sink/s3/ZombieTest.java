package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.FencedException;
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
    Bookkeeping bookkeeping = new Bookkeeping("events/", Contexts.ORDERS);
    Backoff backoff = new Backoff(dev.landfall.sdk.HostTime.system(), 1);
    try (MiniHost successor = start(config, "new", Durable.NOTHING, 2)) {
      assertThat(successor.generation().value()).isEqualTo(1);
    }
    try (MiniHost successor = start(config, "newer", Durable.NOTHING, 2)) {
      assertThat(successor.generation().value()).isEqualTo(2);
    }
    Logs logs = new Logs(store, bookkeeping, backoff);

    assertThatThrownBy(
            () -> new Fence(logs, "zombie").claim(logs.of(3), new dev.landfall.sdk.Generation(1)))
        .isInstanceOf(FencedException.class)
        .hasMessageContaining("generation 2 has taken over");
  }

  @Test
  void W_6_twoStartersOfOneGeneration_oneIsFenced() throws Exception {
    S3WalConfig config = Configs.jsonLines(Compression.NONE);
    Bookkeeping bookkeeping = new Bookkeeping("events/", Contexts.ORDERS);
    Backoff backoff = new Backoff(dev.landfall.sdk.HostTime.system(), 1);
    try (MiniHost first = start(config, "first", Durable.NOTHING, 1)) {
      Logs logs = new Logs(store, bookkeeping, backoff);

      assertThatThrownBy(() -> new Fence(logs, "second").claim(logs.of(0), first.generation()))
          .isInstanceOf(FencedException.class)
          .hasMessageContaining("of another process is there");
      new Fence(logs, "first").claim(logs.of(0), first.generation());
    }
  }

  @Test
  void W_6_aCommitterOfAnotherProcess_confirmsUnderTheFenceOfItsGeneration() throws Exception {
    Bookkeeping bookkeeping = new Bookkeeping("events/", Contexts.ORDERS);
    Backoff backoff = new Backoff(dev.landfall.sdk.HostTime.system(), 1);
    Logs committers = new Logs(store, bookkeeping, backoff);
    assertThat(committers.of(0).state().fence()).isEmpty();
    Logs writers = new Logs(store, bookkeeping, backoff);
    new Fence(writers, "writer").claim(writers.of(0), new dev.landfall.sdk.Generation(1));

    new Fence(committers, "committer")
        .establish(committers.of(0), new dev.landfall.sdk.Generation(1));

    assertThat(committers.of(0).state().last()).isEqualTo(1);
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
