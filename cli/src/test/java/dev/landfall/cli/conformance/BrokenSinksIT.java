package dev.landfall.cli.conformance;

import dev.landfall.conformance.junit.SpoiledSinks;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.wire.Spoil;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDrivers;
import dev.landfall.sdk.evidence.Evidence;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * Broken sinks on real stores are caught on the wire by the rule that they break, and the token
 * repeats it. One runs in every build, the others with -Pfull.
 */
final class BrokenSinksIT {
  private static final Evidence TABLE =
      Evidence.table(
          "broken-sinks-on-stores",
          "Broken sinks in front of real stores, caught on the wire",
          "Each has one fault; the quick profile runs until a promise does not hold, and the token"
              + " must repeat that. Again: `mvn verify -Pfull -pl cli -am -Dit.test=BrokenSinksIT"
              + " -Dfailsafe.failIfNoSpecifiedTests=false -Dsurefire.failIfNoSpecifiedTests=false`.",
          "sink and fault",
          "store",
          "caught by",
          "runs until then",
          "repeat it");

  /** One sink on one store. */
  abstract static class Trials extends SpoiledSinks {
    private final String type;
    private final String mode;
    private final String dialect;
    private final List<Spoil> spoils;

    Trials(String type, String mode, String dialect, Spoil... spoils) {
      this.type = type;
      this.mode = mode;
      this.dialect = dialect;
      this.spoils = List.of(spoils);
    }

    private String name() {
      return type + "-" + mode + "-" + dialect;
    }

    @Override
    protected Map<String, Object> sink() {
      return Map.of("type", type, "mode", mode);
    }

    @Override
    protected StoreDriver store(Map<String, Object> sink) throws Exception {
      return StoreDrivers.open(dialect, sink, Map.of());
    }

    @Override
    protected List<Spoil> spoils() {
      return spoils;
    }

    @Override
    protected void caught(Spoil spoil, String store, PointResult point, int runs)
        throws Exception {
      String token = name() + point.token().substring(point.token().indexOf(';'));
      TABLE.row(
          name() + ": " + spoil,
          store,
          point.violations().get(0),
          runs,
          String.format(
              "`landfall conformance replay '%s' --file examples/conformance/%s.yaml --spoil %s`",
              token, name(), spoil));
    }
  }

  @Nested
  final class OneInEveryBuild extends Trials {
    OneInEveryBuild() {
      super("jdbc", "xa", "mysql", Spoil.COMMITS_AT_PREPARE);
    }
  }

  @Nested
  @Tag("full")
  final class XaOnMySql extends Trials {
    XaOnMySql() {
      super(
          "jdbc",
          "xa",
          "mysql",
          Spoil.FORGETS_RESTORED,
          Spoil.SECOND_COMMIT_THROWS,
          Spoil.REPORTS_BEFORE_REPLY,
          Spoil.CLOSE_COMMITS,
          Spoil.LEAVES_DANGLING,
          Spoil.LAST_RECORD_IS_LATE);
    }
  }

  @Nested
  @Tag("full")
  final class XaOnMariaDb extends Trials {
    XaOnMariaDb() {
      super("jdbc", "xa", "mariadb", Spoil.UNKNOWN_IS_COMMITTED);
    }
  }

  @Nested
  @Tag("full")
  final class ConfirmOnMariaDb extends Trials {
    ConfirmOnMariaDb() {
      super(
          "jdbc",
          "confirm",
          "mariadb",
          Spoil.CONFIRMS_WITHOUT_DATA,
          Spoil.LOOKS_THEN_PUBLISHES);
    }
  }

  @Nested
  @Tag("full")
  final class UpsertOnPostgres extends Trials {
    UpsertOnPostgres() {
      super(
          "jdbc",
          "upsert",
          "postgres",
          Spoil.INSERTS_WITHOUT_KEY,
          Spoil.FLUSHES_NOTHING,
          Spoil.DROPS_RECORDS,
          Spoil.FIRST_OF_KEY_WINS);
    }
  }

  @Nested
  @Tag("full")
  final class Kafka extends Trials {
    Kafka() {
      super(
          "kafka",
          "exactly-once",
          "kafka",
          Spoil.COMMITS_AT_PREPARE,
          Spoil.REPORTS_BEFORE_REPLY,
          Spoil.LEAVES_DANGLING);
    }
  }

  @Nested
  @Tag("full")
  final class Redis extends Trials {
    Redis() {
      super("redis", "set", "redis", Spoil.SWALLOWS_ERRORS, Spoil.FLUSHES_NOTHING);
    }
  }
}
