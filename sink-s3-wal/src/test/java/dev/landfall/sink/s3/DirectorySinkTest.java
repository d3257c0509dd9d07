package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.record.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The sink on a local directory, driven by the sdk's drivers. */
final class DirectorySinkTest {
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Compression.class)
  void W_1_confirmsWhatIsDurable_andNothingBefore(Compression compression) throws Exception {
    S3WalConfig config = Configs.jsonLines(compression);
    ObjectStore store = new DirectoryStore(directory.resolve("out"));
    ConfirmedView view = ConfirmedView.of(store, config);

    try (MiniHost host = start(config, store, Durable.NOTHING)) {
      host.writeUpTo(1_000);
      assertThat(view.numbers()).isEmpty();
      host.durable();
      assertThat(view.numbers()).isEmpty();
      host.commit();
      assertThat(view.numbers()).isEqualTo(upTo(1_000));
      host.writeUpTo(1_500);
      host.checkpoint();
    }

    assertThat(view.numbers()).isEqualTo(upTo(1_500));
  }

  @Test
  void HO_12_anEmptyIntervalLeavesNoObject() throws Exception {
    S3WalConfig config = Configs.jsonLines(Compression.GZIP);
    ObjectStore store = new DirectoryStore(directory.resolve("out"));

    try (MiniHost host = start(config, store, Durable.NOTHING)) {
      host.checkpoint();
      host.checkpoint();
    }

    assertThat(files()).allMatch(file -> file.contains("_landfall")).hasSize(2);
  }

  @Test
  void threeRecordsAndThenSilence_areConfirmedByTheNextCheckpoint() throws Exception {
    S3WalConfig config = Configs.jsonLines(Compression.ZSTD);
    ObjectStore store = new DirectoryStore(directory.resolve("out"));

    try (MiniHost host = start(config, store, Durable.NOTHING)) {
      host.writeUpTo(3);
      host.checkpoint();

      assertThat(ConfirmedView.of(store, config).numbers()).isEqualTo(upTo(3));
    }
  }

  @Test
  void alternatingSchemas_shareAnObject() throws Exception {
    S3WalConfig config = Configs.jsonLines(Compression.ZSTD);
    ObjectStore store = new DirectoryStore(directory.resolve("out"));

    try (MiniHost host = start(config, store, Durable.NOTHING)) {
      for (long number = 0; number < 1_000; number++) {
        Value value = number % 2 == 0 ? Value.of("text") : Value.of(number);
        host.write(0, Records.of(number % 3 == 0 ? "a" : "b", value));
      }
      host.checkpoint();
    }

    assertThat(ConfirmedView.of(store, config).objects())
        .singleElement()
        .satisfies(object -> assertThat(object.records()).isEqualTo(1_000));
  }

  @Test
  void W_3_restoredCommittablesAreConfirmedOnce() throws Exception {
    S3WalConfig config = Configs.jsonLines(Compression.ZSTD);
    ObjectStore store = new DirectoryStore(directory.resolve("out"));
    MiniHost crashed = start(config, store, Durable.NOTHING);
    crashed.writeUpTo(100);
    Durable durable = crashed.durable();

    try (MiniHost host = start(config, store, durable)) {
      assertThat(host.recovered().restored().committed()).isEqualTo(2);
    }
    try (MiniHost host = start(config, store, durable)) {
      assertThat(host.recovered().restored().alreadyCommitted()).isEqualTo(2);
    }

    assertThat(ConfirmedView.of(store, config).numbers()).isEqualTo(upTo(100));
    crashed.close();
  }

  private MiniHost start(S3WalConfig config, ObjectStore store, Durable from) throws Exception {
    return MiniHost.start(
        config,
        store,
        "instance-" + Files.exists(directory.resolve("out")),
        Optional.of(new LocalSegmentStore(directory.resolve("log"))),
        from,
        2);
  }

  private List<String> files() throws Exception {
    try (Stream<Path> files = Files.walk(directory.resolve("out"))) {
      return files.filter(Files::isRegularFile).map(Path::toString).toList();
    }
  }

  static List<Long> upTo(long end) {
    return LongStream.range(0, end).boxed().toList();
  }
}
