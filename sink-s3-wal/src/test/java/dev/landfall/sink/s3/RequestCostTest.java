package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sink.s3.FaultyStore.Fate;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures of the documentation: requests for one checkpoint of one writer. */
final class RequestCostTest {
  private static final int OBJECTS = 7;

  @TempDir Path directory;

  @Test
  void withTheLogAtTheHost_oneRequestForEachObjectAndOneToConfirm() throws Exception {
    assertThat(requests(LogHome.HOST)).isEqualTo(Map.of("create", OBJECTS + 1));
  }

  @Test
  void withTheLogInADirectory_theSame() throws Exception {
    assertThat(requests(LogHome.LOCAL)).isEqualTo(Map.of("create", OBJECTS + 1));
  }

  @Test
  void withTheLogInTheStore_threeMoreWritesAndALookAtEachObject() throws Exception {
    assertThat(requests(LogHome.STORE))
        .isEqualTo(
            Map.of(
                // Announcement, objects, manifest, confirmation.
                "create", OBJECTS + 3,
                // Manifest: before the checkpoint is durable, and before the confirmation.
                "read", 2,
                "head", OBJECTS,
                // The segment is forgotten: manifest and announcement.
                "list", 1,
                "delete", 2));
  }

  private Map<String, Integer> requests(LogHome home) throws Exception {
    Map<String, Integer> requests = Collections.synchronizedMap(new TreeMap<>());
    FaultyStore counting =
        new FaultyStore(
            new MemoryStore(),
            (call, operation, key) -> {
              requests.merge(operation, 1, Integer::sum);
              return Fate.FINE;
            });
    S3WalConfig config =
        Configs.partitioned(
            Configs.log(Configs.jsonLines(Compression.ZSTD), home, directory.resolve("spool")),
            "group={group}");
    try (MiniHost host =
        MiniHost.start(
            config,
            counting,
            "a",
            Optional.of(new LocalSegmentStore(directory.resolve("log"))),
            Durable.NOTHING,
            1)) {
      host.writeUpTo(70);
      host.forget(host.checkpoint());
      requests.clear();
      host.writeUpTo(140);
      host.forget(host.checkpoint());
    }
    return requests;
  }
}
