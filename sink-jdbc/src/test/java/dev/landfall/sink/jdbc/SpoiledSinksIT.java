package dev.landfall.sink.jdbc;

import dev.landfall.conformance.junit.SpoiledSinks;
import dev.landfall.conformance.wire.Spoil;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDrivers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Faults on top of this sink, on real databases, are caught by name. */
@Tag("full")
final class SpoiledSinksIT {
  @Nested
  final class XaOnMySql extends SpoiledSinks {
    @Override
    protected Map<String, Object> sink() {
      return Map.of("type", "jdbc", "mode", "xa");
    }

    @Override
    protected StoreDriver store(Map<String, Object> sink) throws Exception {
      return StoreDrivers.open("mysql", sink, Map.of());
    }

    @Override
    protected List<Spoil> spoils() {
      return List.of(
          Spoil.COMMITS_AT_PREPARE,
          Spoil.FORGETS_RESTORED,
          Spoil.SECOND_COMMIT_THROWS,
          Spoil.REPORTS_BEFORE_REPLY,
          Spoil.CLOSE_COMMITS,
          Spoil.LEAVES_DANGLING,
          Spoil.LAST_RECORD_IS_LATE);
    }
  }

  @Nested
  final class UpsertOnPostgres extends SpoiledSinks {
    @Override
    protected Map<String, Object> sink() {
      return Map.of("type", "jdbc", "mode", "upsert");
    }

    @Override
    protected StoreDriver store(Map<String, Object> sink) throws Exception {
      return StoreDrivers.open("postgres", sink, Map.of());
    }

    @Override
    protected List<Spoil> spoils() {
      return List.of(Spoil.FLUSHES_NOTHING, Spoil.DROPS_RECORDS, Spoil.FIRST_OF_KEY_WINS);
    }
  }

  @Nested
  final class ConfirmOnMariaDb extends SpoiledSinks {
    @Override
    protected Map<String, Object> sink() {
      return Map.of("type", "jdbc", "mode", "confirm");
    }

    @Override
    protected StoreDriver store(Map<String, Object> sink) throws Exception {
      return StoreDrivers.open("mariadb", sink, Map.of());
    }

    @Override
    protected List<Spoil> spoils() {
      return List.of(Spoil.CONFIRMS_WITHOUT_DATA);
    }
  }
}
