package dev.landfall.sink.s3;

import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.Secret;
import dev.landfall.sdk.log.LocalSegmentStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Writes on until it is killed, with checkpoints in a directory; a line on standard output for each
 * step.
 */
final class WriterProcess {
  private static final int BATCH = 50;

  private WriterProcess() {}

  /** Arguments: endpoint, bucket, access key, secret key, directory, log home, parallelism, end. */
  public static void main(String[] arguments) throws Exception {
    StoreConfig server =
        new StoreConfig(
            Optional.empty(),
            Optional.of(arguments[1]),
            Optional.of(arguments[0]),
            Optional.of("us-east-1"),
            Addressing.PATH,
            Optional.of(Secret.of(arguments[2])),
            Optional.of(Secret.of(arguments[3])),
            Optional.empty(),
            4,
            Duration.ofSeconds(10),
            DataSize.parse("5MiB"));
    Path directory = Path.of(arguments[4]);
    Path state = directory.resolve("checkpoint");
    long end = Long.parseLong(arguments[7]);
    Durable durable = DurableFile.read(state);
    try (MiniHost host =
        MiniHost.start(
            config(LogHome.valueOf(arguments[5]), directory.resolve("spool")),
            ObjectStores.open(server),
            "process-" + ProcessHandle.current().pid(),
            Optional.of(new LocalSegmentStore(directory.resolve("log"))),
            durable,
            Integer.parseInt(arguments[6]))) {
      System.out.println("started");
      while (durable.position() < end) {
        host.writeUpTo(durable.position() + BATCH);
        System.out.println("written");
        durable = host.durable();
        DurableFile.write(state, durable);
        System.out.println("durable");
        host.commit();
        System.out.println("committed");
      }
    }
    System.out.println("ended");
  }

  static S3WalConfig config(LogHome home, Path spool) {
    return Configs.partitioned(
        Configs.log(Configs.jsonLines(Compression.ZSTD), home, spool), "group={group}");
  }
}
