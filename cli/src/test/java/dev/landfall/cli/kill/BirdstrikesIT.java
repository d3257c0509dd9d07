package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.cli.Main;
import dev.landfall.stores.SqlStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ten thousand rows without a key, with blanks and a dollar in the names of columns, through the
 * real command: what is in the table is what is in the file, value by value.
 */
class BirdstrikesIT {
  private static final Path FILE = Path.of("../examples/data/birdstrikes.csv").toAbsolutePath();
  private static final int ROWS = 10_000;

  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource({
    "MYSQL,confirm",
    "MYSQL,xa",
    "MARIADB,confirm",
    "MARIADB,xa",
    "POSTGRES,confirm",
    "POSTGRES,xa"
  })
  void everyRowOnce_everyValueAsInTheFile(Database database, String mode) throws Exception {
    SqlStore store = database.shared();
    String name = "b" + Long.toString(System.nanoTime(), 36);
    Path pipeline =
        Files.writeString(
            home.resolve("birds.yaml"),
            """
            pipeline: %s
            guarantee: exactly-once
            parallelism: 2
            checkpoint: { directory: "%s", interval: 200ms }
            source: { type: file, path: "%s", format: csv }
            sink: %s
            """
                .formatted(
                    name, home.resolve("state"), FILE, Database.sink(store, mode, name, home)));

    try (Host host = Host.start(home, Main.class, List.of("run", pipeline.toString()))) {
      assertThat(host.awaitEnd()).as(host.printed()).isZero();
      assertThat(host.printed()).contains("10,000 committed, 0 rejected");
    }

    List<List<String>> file = records();
    List<String> columns = file.get(0);
    List<String> expected =
        file.stream().skip(1).map(row -> String.join("|", row)).sorted().toList();
    String names =
        columns.stream().map(column -> database.quote(column)).collect(Collectors.joining(", "));
    List<String> rows =
        Database.rows(store, "SELECT " + names + " FROM " + database.quote(name)).stream()
            .sorted()
            .toList();
    assertThat(expected).hasSize(ROWS);
    assertThat(rows.size()).isEqualTo(ROWS);
    assertThat(rows).isEqualTo(expected);
    assertThat(database.prepared(store)).noneMatch(one -> one.contains(name));
  }

  /** RFC 4180 with an empty field as null. */
  private static List<List<String>> records() throws Exception {
    List<List<String>> records = new ArrayList<>();
    for (String line : Files.readAllLines(FILE)) {
      List<String> fields = new ArrayList<>();
      StringBuilder field = new StringBuilder();
      boolean quoted = false;
      for (char c : (line + ",").toCharArray()) {
        if (c == '"') {
          quoted = !quoted;
        } else if (c == ',' && !quoted) {
          fields.add(field.length() == 0 ? "null" : field.toString());
          field.setLength(0);
        } else {
          field.append(c);
        }
      }
      records.add(fields);
    }
    return records;
  }
}
