package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.stores.S3Store;
import dev.landfall.stores.Stores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** SIGKILL to the writing process and to the server, on a real S3 server. */
final class KillIT {
  private static final int[] PARALLELISM = {2, 4, 1, 3};

  @TempDir Path directory;
  private S3Store server;

  @BeforeEach
  void start() {
    server = Stores.s3().own().start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource(LogHome.class)
  void W_3_aKilledWriterLosesAndRepeatsNothing_whateverTheParallelism(LogHome home)
      throws Exception {
    killWriters(home, 3, 5);
  }

  @ParameterizedTest
  @EnumSource(LogHome.class)
  @Tag("full")
  void W_3_manyKilledWriters(LogHome home) throws Exception {
    killWriters(home, 40, 17);
  }

  @Test
  void W_3_aKilledServerLosesAndRepeatsNothing() throws Exception {
    S3WalConfig config = WriterProcess.config(LogHome.HOST, directory);
    Optional<dev.landfall.sdk.log.SegmentStore> log =
        Optional.of(new LocalSegmentStore(directory.resolve("log")));
    Durable durable = Durable.NOTHING;
    for (int round = 0; round < 2; round++) {
      try (MiniHost host =
          MiniHost.start(config, S3Stores.open(server), "round-" + round, log, durable, 2)) {
        host.writeUpTo(durable.position() + 100);
        durable = host.checkpoint();
        host.writeUpTo(durable.position() + 100);
        durable = host.durable();
        Thread killer = new Thread(server::kill);
        killer.start();
        commitUnlessTheServerIsGone(host);
        killer.join();
      }
      server.restart();
    }
    try (MiniHost host = MiniHost.start(config, S3Stores.open(server), "last", log, durable, 1)) {
      host.checkpoint();
    }

    try (ObjectStore store = S3Stores.open(server)) {
      assertThat(ConfirmedView.of(store, config).numbers()).isEqualTo(DirectorySinkTest.upTo(400));
    }
  }

  private static void commitUnlessTheServerIsGone(MiniHost host)
      throws SinkException, InterruptedException {
    try {
      host.commit();
    } catch (StoreUnavailableException e) {
      // The server was faster killed; the next round commits what the checkpoint holds.
    }
  }

  private void killWriters(LogHome home, int kills, long seed) throws Exception {
    SplittableRandom chance = new SplittableRandom(seed);
    int died = 0;
    for (int run = 0; run < kills; run++) {
      died += runUntil(home, PARALLELISM[run % 4], 2 + chance.nextInt(12)) ? 1 : 0;
    }
    long end = DurableFile.read(directory.resolve("checkpoint")).position() + 100;
    Process last = writer(home, 2, end);
    try (BufferedReader steps = steps(last)) {
      assertThat(steps.lines().toList()).last().isEqualTo("ended");
    }

    assertThat(died).isEqualTo(kills);
    try (ObjectStore store = S3Stores.open(server)) {
      ConfirmedView view = ConfirmedView.of(store, WriterProcess.config(home, directory));
      assertThat(view.numbers()).isEqualTo(DirectorySinkTest.upTo(end));
    }
  }

  /** Kills the writer right after its {@code step}-th line. */
  private boolean runUntil(LogHome home, int parallelism, int step) throws Exception {
    Process writer = writer(home, parallelism, 1_000_000);
    try (BufferedReader steps = steps(writer)) {
      for (int seen = 0; seen < step; seen++) {
        assertThat(steps.readLine()).as("log: %s", errors()).isNotNull();
      }
    } finally {
      writer.destroyForcibly();
    }
    return writer.waitFor(30, TimeUnit.SECONDS);
  }

  private Process writer(LogHome home, int parallelism, long end) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(WriterProcess.class.getName());
    command.addAll(
        List.of(
            server.endpointUri().toString(),
            server.bucket(),
            server.accessKey(),
            server.secretKey(),
            directory.toString(),
            home.name(),
            Integer.toString(parallelism),
            Long.toString(end)));
    return new ProcessBuilder(command).redirectError(directory.resolve("errors").toFile()).start();
  }

  private String errors() throws IOException {
    return Files.readString(directory.resolve("errors"));
  }

  private static BufferedReader steps(Process writer) {
    return new BufferedReader(
        new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8));
  }
}
