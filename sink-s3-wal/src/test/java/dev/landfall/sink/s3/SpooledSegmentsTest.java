package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.host.CommitFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log in a directory of the sink's own; what holds for all logs is tested with the others. */
final class SpooledSegmentsTest {
  private final MemoryStore store = new MemoryStore();

  @TempDir Path directory;

  @Test
  void W_1_nothingIsInTheStoreBeforeTheCheckpointIsDurable() throws Exception {
    try (MiniHost host = start(config(), Durable.NOTHING)) {
      host.writeUpTo(100);
      host.durable();

      assertThat(store.data()).isEmpty();
      host.commit();
      assertThat(store.data()).isNotEmpty();
    }
  }

  @Test
  void W_3_whatIsSentIsWhatWasSealed_inPartsAsWell() throws Exception {
    S3WalConfig config = Configs.log(Configs.jsonLines(Compression.NONE), LogHome.LOCAL, directory);
    try (MiniHost host = start(config, Durable.NOTHING)) {
      host.writeUpTo(120_000);
      host.checkpoint();
    }

    assertThat(ConfirmedView.of(store, config).objects())
        .anyMatch(object -> object.digest().bytes() > config.store().partSize().bytes());
    assertThat(ConfirmedView.of(store, config).numbers())
        .isEqualTo(DirectorySinkTest.upTo(120_000));
    assertThat(store.uploads("")).isEmpty();
  }

  @Test
  void W_4_aDamagedSegmentIsToldAsLost_andNothingOfItIsVisible() throws Exception {
    try (MiniHost host = start(config(), Durable.NOTHING)) {
      host.writeUpTo(100);
      host.durable();
      Path file = spooled().get(0);
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length / 2] ^= 1;
      Files.write(file, bytes);

      assertThatThrownBy(host::commit)
          .isInstanceOf(CommitFailedException.class)
          .hasMessageContaining("its segment is damaged");
    }

    assertThat(ConfirmedView.of(store, config()).objects()).isEmpty();
    assertThat(store.data()).isEmpty();
  }

  @Test
  void W_5_aSegmentThatIsForgottenOrGivenUp_leavesNoFile() throws Exception {
    Durable durable;
    try (MiniHost host = start(config(), Durable.NOTHING)) {
      host.writeUpTo(100);
      durable = host.checkpoint();
      host.forget(durable);
      assertThat(spooled()).isEmpty();

      host.writeUpTo(200);
      host.durable();
      assertThat(spooled()).isNotEmpty();
    }
    try (MiniHost successor = start(config(), durable)) {
      assertThat(successor.generation().value()).isEqualTo(2);
      assertThat(spooled()).isEmpty();
    }
  }

  /** Data files, without what is kept beside them. */
  private List<Path> spooled() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> ObjectName.parse(file.getFileName().toString()).isPresent())
          .toList();
    }
  }

  private S3WalConfig config() {
    return Configs.log(Configs.jsonLines(Compression.ZSTD), LogHome.LOCAL, directory);
  }

  private MiniHost start(S3WalConfig config, Durable from) throws Exception {
    return MiniHost.start(config, store, "me", Optional.empty(), from, 1);
  }
}
