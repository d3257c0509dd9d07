package dev.landfall.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.RunResult.Addressing;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.report.Report;
import dev.landfall.conformance.report.ReportFolder;
import dev.landfall.conformance.wire.RunFile;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.WireProfile;
import dev.landfall.conformance.wire.WireSubject;
import dev.landfall.conformance.wire.WireSuite;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.evidence.Evidence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every sink and mode on every store that has an example file: the whole of both profiles. */
@Tag("full")
class ProfilesIT {
  private static final String AGAIN =
      " Again: `mvn verify -Pfull -pl cli -am -Dit.test=ProfilesIT -Dlandfall.only=NAME"
          + " -Dfailsafe.failIfNoSpecifiedTests=false -Dsurefire.failIfNoSpecifiedTests=false`.";

  /** The example files, without their ending. */
  private static final List<String> MODES =
      List.of(
          "jdbc-confirm-mariadb",
          "jdbc-confirm-mysql",
          "jdbc-confirm-postgres",
          "jdbc-upsert-mariadb",
          "jdbc-upsert-mysql",
          "jdbc-upsert-postgres",
          "jdbc-xa-mariadb",
          "jdbc-xa-mysql",
          "jdbc-xa-postgres",
          "kafka-exactly-once-kafka",
          "kafka-upsert-kafka",
          "redis-monotonic-cluster",
          "redis-monotonic-redis",
          "redis-set-cluster",
          "redis-set-redis",
          "s3-wal-log-store-s3",
          "s3-wal-s3");

  private static final Evidence QUICK =
      Evidence.table(
          "conformance-quick",
          "The quick profile on real stores",
          "Run twice in a row: both must pass with the same runs, and with the same addresses where"
              + " the client is synchronous."
              + AGAIN,
          "sink",
          "store",
          "points passed",
          "cells of the fault matrix",
          "addresses",
          "seconds, first and second run");
  private static final Evidence FULL =
      Evidence.table(
          "conformance-full",
          "The full profile on real stores",
          "Every cell of the fault matrix that the sink and its store have is run at least once, or"
              + " the run is red; those that they do not have are named with the reason, and do not"
              + " count. Every schedule with a kill at its first, middle and last gap, a second kill"
              + " in each recovery of a commit."
              + AGAIN,
          "sink",
          "store",
          "points passed",
          "cells of the fault matrix",
          "cells that are not there",
          "seconds");

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("chosen")
  void quick(String name) throws Exception {
    RunResult first = run(name, WireProfile.QUICK, "qa");
    RunResult second = run(name, WireProfile.QUICK, "qb");

    requirePassed(first);
    requirePassed(second);
    boolean synchronous =
        first.addressing() == Addressing.OPERATIONS && second.addressing() == Addressing.OPERATIONS;
    if (synchronous) {
      assertThat(tokens(second)).isEqualTo(tokens(first));
    }
    QUICK.row(
        name,
        first.store().name() + " " + first.store().version(),
        first.points().size(),
        cells(first),
        synchronous ? "of operations" : "of classes",
        first.durationMillis() / 1000 + ", " + second.durationMillis() / 1000);
  }

  @ParameterizedTest
  @MethodSource("chosen")
  void full(String name) throws Exception {
    RunResult result = run(name, WireProfile.FULL, "qf");

    requirePassed(result);
    assertThat(result.coverage().missing()).as("cells that no run has reached").isEmpty();
    FULL.row(
        name,
        result.store().name() + " " + result.store().version(),
        result.points().size(),
        cells(result),
        absent(result),
        result.durationMillis() / 1000);
  }

  /** Those that {@code landfall.only} names, or all: the others are no tests of this run. */
  static List<String> chosen() {
    String only = System.getProperty("landfall.only", "");
    List<String> named = only.isEmpty() ? MODES : List.of(only.split(","));
    assertThat(MODES).as("-Dlandfall.only").containsAll(named);
    return named;
  }

  private RunResult run(String name, WireProfile profile, String spaces) throws Exception {
    Path path = Path.of("../examples/conformance", name + ".yaml");
    RunFile file = RunFile.read(Files.readString(path), References.ofProcess());
    try (StoreDriver driver = file.open();
        WireSuite suite =
            WireSuite.open(
                new WireSubject(
                    name,
                    file.sink(),
                    driver,
                    WireSubject.javaCommand(),
                    folder.resolve(spaces),
                    Optional.empty(),
                    file.declarations()),
                spaces,
                (point, done, planned) -> tell(point))) {
      RunResult result = suite.run(profile, Clock.systemUTC().instant());
      String options = "--file examples/conformance/" + name + ".yaml";
      Path pages = Path.of("target/profiles", name + "-" + result.profile());
      ReportFolder.write(pages, new Report(result, suite.histories(), Optional.empty(), options));
      return result;
    }
  }

  /** At once: a profile may take minutes more. */
  private static void tell(PointResult point) {
    if (point.verdict() != Verdict.PASS) {
      System.out.println(point.verdict() + " " + point.token() + " " + point.violations());
    }
  }

  private static void requirePassed(RunResult result) {
    assertThat(result.points())
        .filteredOn(point -> point.verdict() != Verdict.PASS)
        .extracting(point -> point.token() + " " + point.why() + point.violations())
        .isEmpty();
  }

  private static List<String> tokens(RunResult result) {
    return result.points().stream().map(PointResult::token).toList();
  }

  private static String absent(RunResult result) {
    String absent =
        result.coverage().absentByReason().entrySet().stream()
            .map(reason -> reason.getKey() + ": " + String.join(", ", reason.getValue()))
            .collect(Collectors.joining("; "));
    return absent.isEmpty() ? "none" : absent;
  }

  private static String cells(RunResult result) {
    return result.coverage().run().size() + " of " + result.coverage().defined().size();
  }
}
