package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.stores.S3Store;
import dev.landfall.stores.Stores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A reader that knows nothing of Landfall counts the right rows. */
final class DuckDbIT {
  private static final int RECORDS = 60_000;
  private static final String COLUMNS = "{'n': 'BIGINT', 'name': 'VARCHAR', 'group': 'VARCHAR'}";

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "JSONL,NONE,2000",
    "JSONL,GZIP,2000",
    "JSONL,ZSTD,2000",
    // Objects of several frames: each is more than one block of a megabyte.
    "JSONL,GZIP,1000000",
    "JSONL,ZSTD,1000000",
    "CSV,GZIP,1000000",
    "CSV,ZSTD,1000000",
  })
  void countsAndSumsOfTheConfirmedFilesAreRight(
      Format format, Compression compression, long objectRecords) throws Exception {
    Path out = directory.resolve("out");
    ObjectStore store = new DirectoryStore(out);
    write(config(format, compression, objectRecords), store);

    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      confirmedFiles(statement, out);
      String table =
          format == Format.JSONL
              ? "read_json(getvariable('files'), columns = " + COLUMNS + ", format = 'nd')"
              : "read_csv(getvariable('files'), columns = " + COLUMNS + ", header = true)";
      try (ResultSet result =
          statement.executeQuery(
              "select count(*), sum(n), count(distinct name), max(\"group\") from " + table)) {
        assertThat(result.next()).isTrue();
        assertThat(result.getLong(1)).isEqualTo(RECORDS);
        assertThat(result.getLong(2)).isEqualTo((long) RECORDS * (RECORDS - 1) / 2);
        assertThat(result.getLong(3)).isEqualTo(RECORDS);
        assertThat(result.getString(4)).isEqualTo("g6");
      }
    }
  }

  /** Its extension for S3 would have to be downloaded, so the files are. */
  @Test
  void copiesOfTheConfirmedFilesOfABucketCountTheSame() throws Exception {
    S3WalConfig config = config(Format.JSONL, Compression.ZSTD, 2_000);
    Path copies = Files.createDirectory(directory.resolve("copies"));
    try (S3Store server = Stores.s3().start();
        ObjectStore store = S3Stores.open(server)) {
      write(config, S3Stores.open(server));
      List<DataObject> confirmed = ConfirmedView.of(store, config).objects();
      for (DataObject object : confirmed) {
        String name = object.key().substring(object.key().lastIndexOf('/') + 1);
        Files.write(
            copies.resolve(confirmed.indexOf(object) + "-" + name),
            store.read(object.key()).orElseThrow().bytes());
      }
    }

    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "select count(*), sum(n) from read_json('"
                    + copies
                    + "/*.zst', columns = "
                    + COLUMNS
                    + ", format = 'nd')")) {
      assertThat(result.next()).isTrue();
      assertThat(result.getLong(1)).isEqualTo(RECORDS);
      assertThat(result.getLong(2)).isEqualTo((long) RECORDS * (RECORDS - 1) / 2);
    }
  }

  /** The recipe of the documentation: the log itself is JSON lines. */
  private static void confirmedFiles(Statement statement, Path out) throws Exception {
    String log = out + "/events/_landfall/orders/*/subtasks/*/log/*.jsonl";
    statement.execute(
        "create view confirmed as select key, records from read_json('"
            + log
            + "', format = 'nd', union_by_name = true, columns = {'kind': 'VARCHAR',"
            + " 'key': 'VARCHAR', 'records': 'BIGINT'}) where kind = 'object'");
    statement.execute("set variable files = (select list('" + out + "/' || key) from confirmed)");
  }

  private void write(S3WalConfig config, ObjectStore store) throws Exception {
    try (MiniHost host =
        MiniHost.start(
            config,
            store,
            "a",
            Optional.of(new LocalSegmentStore(directory.resolve("log"))),
            Durable.NOTHING,
            2)) {
      host.writeUpTo(RECORDS / 2);
      host.checkpoint();
      host.writeUpTo(RECORDS);
      host.checkpoint();
      // Published and not confirmed: under a raw listing it would count.
      store.replace("events/orders.events.0.g9.o9.1.00000000.jsonl", new byte[] {'{', '}'});
    }
  }

  private static S3WalConfig config(Format format, Compression compression, long objectRecords) {
    S3WalConfig whole = Configs.jsonLines(compression);
    S3WalConfig config =
        objectRecords > RECORDS
            ? whole
            : Configs.limited(
                Configs.partitioned(whole, "group={group}"), "64MiB", objectRecords, "64MiB");
    return format == Format.CSV ? Configs.csv(config, List.of("n", "name", "group")) : config;
  }
}
