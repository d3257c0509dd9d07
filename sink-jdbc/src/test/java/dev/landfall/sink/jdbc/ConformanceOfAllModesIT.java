package dev.landfall.sink.jdbc;

import dev.landfall.conformance.junit.StoreConformance;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDrivers;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Every mode on every database. */
@Tag("full")
final class ConformanceOfAllModesIT {
  private abstract static class Mode extends StoreConformance {
    private final String dialect;
    private final String mode;

    Mode(String dialect, String mode) {
      this.dialect = dialect;
      this.mode = mode;
    }

    @Override
    protected Map<String, Object> sink() {
      return Map.of("type", "jdbc", "mode", mode);
    }

    @Override
    protected StoreDriver store(Map<String, Object> sink) throws Exception {
      return StoreDrivers.open(dialect, sink, Map.of());
    }
  }

  @Nested
  final class UpsertOnMySql extends Mode {
    UpsertOnMySql() {
      super("mysql", "upsert");
    }
  }

  @Nested
  final class ConfirmOnMySql extends Mode {
    ConfirmOnMySql() {
      super("mysql", "confirm");
    }
  }

  @Nested
  final class UpsertOnMariaDb extends Mode {
    UpsertOnMariaDb() {
      super("mariadb", "upsert");
    }
  }

  @Nested
  final class XaOnMariaDb extends Mode {
    XaOnMariaDb() {
      super("mariadb", "xa");
    }
  }

  @Nested
  final class ConfirmOnMariaDb extends Mode {
    ConfirmOnMariaDb() {
      super("mariadb", "confirm");
    }
  }

  @Nested
  final class UpsertOnPostgres extends Mode {
    UpsertOnPostgres() {
      super("postgres", "upsert");
    }
  }

  @Nested
  final class XaOnPostgres extends Mode {
    XaOnPostgres() {
      super("postgres", "xa");
    }
  }

  @Nested
  final class ConfirmOnPostgres extends Mode {
    ConfirmOnPostgres() {
      super("postgres", "confirm");
    }
  }
}
