package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.record.Value;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Five hundred open partitions in the heap that the documentation names. */
final class HeapIT {
  private static final int PARTITIONS = 500;
  private static final int RECORDS = 90_000;
  private static final int PAYLOAD = 600;

  @TempDir Path directory;

  /** More than the buffer is written in each of two intervals, of what hardly compresses. */
  @ParameterizedTest
  @EnumSource(LogHome.class)
  void SI_3_fiveHundredPartitionsFitIntoAHeapOf512MiB(LogHome home) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                HeapIT.class.getName(),
                home.name(),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    assertThat(printed).contains(2 * RECORDS + " records in " + PARTITIONS + " partitions");
  }

  /** Writes two intervals; arguments are the home of the log and a directory. */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[1]);
    S3WalConfig config =
        Configs.partitioned(
            Configs.log(
                Configs.jsonLines(Compression.ZSTD),
                LogHome.valueOf(arguments[0]),
                directory.resolve("spool")),
            "group={group}");
    ObjectStore store = new DirectoryStore(directory.resolve("out"));
    try (MiniHost host =
        MiniHost.start(
            config,
            store,
            "heap",
            Optional.of(new LocalSegmentStore(directory.resolve("log"))),
            Durable.NOTHING,
            1)) {
      for (int interval = 0; interval < 2; interval++) {
        write(host, interval);
        host.forget(host.checkpoint());
      }
    }
    List<DataObject> objects = ConfirmedView.of(store, config).objects();
    long records = objects.stream().mapToLong(DataObject::records).sum();
    long partitions =
        objects.stream()
            .map(object -> object.key().substring(0, object.key().lastIndexOf('/')))
            .distinct()
            .count();
    System.out.println(records + " records in " + partitions + " partitions");
  }

  private static void write(MiniHost host, int interval) throws Exception {
    SplittableRandom random = new SplittableRandom(interval);
    byte[] payload = new byte[PAYLOAD];
    for (int i = 0; i < RECORDS; i++) {
      random.nextBytes(payload);
      Map<String, Value> fields = new LinkedHashMap<>();
      fields.put("group", Value.of("g" + i % PARTITIONS));
      fields.put("payload", Value.of(payload.clone()));
      host.write(0, Records.of(fields));
    }
  }
}
