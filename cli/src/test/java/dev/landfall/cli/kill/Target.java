package dev.landfall.cli.kill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The sinks that need no server, one of each contract. */
enum Target {
  UPSERT {
    @Override
    String sink(Path home) {
      return """
          { type: jdbc, mode: upsert, url: "%s", table: records, create-table: true,
            columns: { id: bigint, key: bigint, number: bigint, payload: varchar(200) }, key-columns: [id] }
          """
          .formatted(url(home));
    }

    @Override
    List<String> records(Path home) {
      List<String> rows = new ArrayList<>();
      try (Connection connection = DriverManager.getConnection(url(home));
          Statement statement = connection.createStatement();
          ResultSet found = statement.executeQuery("SELECT * FROM \"records\" ORDER BY 1")) {
        while (found.next()) {
          rows.add(found.getLong(1) + " " + found.getString(4));
        }
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
      return rows;
    }

    private String url(Path home) {
      return "jdbc:h2:" + home.resolve("store/db") + ";WRITE_DELAY=0";
    }
  },

  WRITE_AHEAD {
    @Override
    String sink(Path home) {
      return "{ type: s3-wal, store: { directory: \"%s\" }, compression: none }"
          .formatted(home.resolve("store"));
    }

    @Override
    List<String> records(Path home) {
      return lines(home.resolve("store"));
    }
  },

  DIRECTORY {
    @Override
    String sink(Path home) {
      return "{ type: directory, path: \"%s\" }".formatted(home.resolve("store"));
    }

    @Override
    List<String> records(Path home) {
      return lines(home.resolve("store"));
    }
  };

  /** The {@code sink:} section that writes below {@code home}. */
  abstract String sink(Path home);

  /** What a reader finds, sorted. */
  abstract List<String> records(Path home);

  /** What is there of an interval that was never committed, or was and should be gone. */
  List<String> leftovers(Path home) {
    return files(home.resolve("store")).stream()
        .map(Path::toString)
        .filter(name -> name.matches(".*([.]open|[.]prepared|[.]tmp.*|[.]part)"))
        .toList();
  }

  /** Data files hold a line of JSON for each record. */
  private static List<String> lines(Path directory) {
    return files(directory).stream()
        .filter(file -> file.toString().endsWith(".jsonl") && !isBookkeeping(file))
        .flatMap(Target::lineStream)
        .sorted()
        .toList();
  }

  private static boolean isBookkeeping(Path file) {
    return file.toString().contains("/_landfall/");
  }

  private static Stream<String> lineStream(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(Path directory) {
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
