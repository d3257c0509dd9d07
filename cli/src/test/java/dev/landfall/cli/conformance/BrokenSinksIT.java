package dev.landfall.cli.conformance;

import dev.landfall.conformance.junit.SpoiledSinks;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.wire.RunFile;
import dev.landfall.conformance.wire.Spoil;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.evidence.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
              + " must repeat that. Again: `mvn verify -Pfull -pl cli -am -Dit.test=BrokenSinksIT*"
              + " -Dfailsafe.failIfNoSpecifiedTests=false -Dsurefire.failIfNoSpecifiedTests=false`.",
          "sink and fault",
          "store",
          "caught by",
          "runs until then",
          "repeat it");

  /** The sink and store of one example file. */
  abstract static class Trials extends SpoiledSinks {
    private final String name;
    private final RunFile file;
    private final List<Spoil> spoils;

    Trials(String name, Spoil... spoils) throws IOException {
      Path path = Path.of("../examples/conformance", name + ".yaml");
      this.name = name;
      this.file = RunFile.read(Files.readString(path), References.ofProcess());
      this.spoils = List.of(spoils);
    }

    @Override
    protected Map<String, Object> sink() {
      return file.sink();
    }

    @Override
    protected StoreDriver store(Map<String, Object> sink) throws Exception {
      return file.open();
    }

    @Override
    protected List<Spoil> spoils() {
      return spoils;
    }

    @Override
    protected void caught(Spoil spoil, String store, PointResult point, int runs) throws Exception {
      String token = name + point.token().substring(point.token().indexOf(';'));
      TABLE.row(
          name + ": " + spoil,
          store,
          by(spoil, point),
          runs,
          String.format(
              "`landfall conformance replay '%s' --file examples/conformance/%s.yaml --spoil %s`",
              token, name, spoil));
    }
  }

  private static String by(Spoil spoil, PointResult point) {
    return point.violations().stream()
        .filter(violation -> violation.rule() == spoil.caughtBy())
        .map(violation -> violation.toString().replaceAll("\\s+", " "))
        .findFirst()
        .orElseThrow();
  }

  @Nested
  final class OneInEveryBuild extends Trials {
    OneInEveryBuild() throws IOException {
      super("jdbc-xa-mysql", Spoil.COMMITS_AT_PREPARE);
    }
  }

  @Nested
  @Tag("full")
  final class XaOnMySql extends Trials {
    XaOnMySql() throws IOException {
      super(
          "jdbc-xa-mysql",
          Spoil.LAST_RECORD_IS_LATE,
          Spoil.LEAVES_DANGLING,
          Spoil.FORGETS_RESTORED,
          Spoil.SECOND_COMMIT_THROWS,
          Spoil.REPORTS_BEFORE_REPLY,
          Spoil.CLOSE_COMMITS);
    }
  }

  @Nested
  @Tag("full")
  final class XaOnMariaDb extends Trials {
    XaOnMariaDb() throws IOException {
      super("jdbc-xa-mariadb", Spoil.UNKNOWN_IS_COMMITTED);
    }
  }

  @Nested
  @Tag("full")
  final class ConfirmOnMariaDb extends Trials {
    ConfirmOnMariaDb() throws IOException {
      super("jdbc-confirm-mariadb", Spoil.CONFIRMS_WITHOUT_DATA, Spoil.LOOKS_THEN_PUBLISHES);
    }
  }

  @Nested
  @Tag("full")
  final class UpsertOnPostgres extends Trials {
    UpsertOnPostgres() throws IOException {
      super(
          "jdbc-upsert-postgres",
          Spoil.INSERTS_WITHOUT_KEY,
          Spoil.LOGS_PASSWORD,
          Spoil.FLUSHES_NOTHING,
          Spoil.DROPS_RECORDS,
          Spoil.FIRST_OF_KEY_WINS,
          Spoil.SWALLOWS_ERRORS);
    }
  }

  @Nested
  @Tag("full")
  final class Kafka extends Trials {
    Kafka() throws IOException {
      super("kafka-exactly-once-kafka", Spoil.COMMITS_AT_PREPARE, Spoil.REPORTS_BEFORE_REPLY);
    }
  }

  @Nested
  @Tag("full")
  final class Redis extends Trials {
    Redis() throws IOException {
      super("redis-set-redis", Spoil.FLUSHES_NOTHING);
    }
  }

  @Nested
  @Tag("full")
  final class S3 extends Trials {
    S3() throws IOException {
      super("s3-wal-s3", Spoil.CONFIRMS_WITHOUT_DATA);
    }
  }
}
