package dev.landfall.conformance.junit;

import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.model.Violation;
import dev.landfall.conformance.wire.SpaceNames;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.WireProfile;
import dev.landfall.conformance.wire.WireSubject;
import dev.landfall.conformance.wire.WireSuite;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The suite on a real store, for an author: extend it, say what the sink's section of a pipeline
 * file is and which store it writes to, and get one test a point. The sink runs in a process of its
 * own, on the class path of the test. One thread at a time.
 */
public abstract class StoreConformance {
  /** The sink's section of a pipeline file; the driver adds address and place. */
  protected abstract Map<String, Object> sink();

  /** The store, running; closed after the last point. */
  protected abstract StoreDriver store(Map<String, Object> sink) throws Exception;

  /** How much is run. */
  protected WireProfile profile() {
    return WireProfile.QUICK;
  }

  /** Begins the names of all places in the store; of another run, they begin otherwise. */
  protected String spaces() {
    return SpaceNames.unique(Clock.systemUTC().instant(), ProcessHandle.current().pid());
  }

  /** Further declarations, and waivers. */
  protected Declarations declarations() {
    return Declarations.NONE;
  }

  /** The day against which waivers expire. */
  protected LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  /** Every point of the profile, and whether the waivers are needed. */
  @TestFactory
  final Stream<DynamicTest> points(@TempDir Path folder) throws Exception {
    List<String> needless = new ArrayList<>();
    RunResult result = run(folder, needless);
    Stream<DynamicTest> points =
        result.points().stream()
            .map(point -> DynamicTest.dynamicTest(point.token(), () -> require(point)));
    return Stream.concat(
        points,
        declarations().waivers().isEmpty()
            ? Stream.of()
            : Stream.of(DynamicTest.dynamicTest("waivers", () -> requireNone(needless))));
  }

  private static void requireNone(List<String> needless) {
    if (!needless.isEmpty()) {
      Assertions.fail(String.join("\n", needless));
    }
  }

  private RunResult run(Path folder, List<String> needless) throws Exception {
    String name = getClass().getSimpleName();
    try (StoreDriver driver = store(sink());
        WireSuite suite =
            WireSuite.open(
                new WireSubject(
                    name,
                    sink(),
                    driver,
                    WireSubject.javaCommand(),
                    folder,
                    Optional.empty(),
                    declarations()),
                spaces(),
                (point, done, planned) -> {})) {
      RunResult result = suite.run(profile(), Clock.systemUTC().instant());
      needless.addAll(suite.waiverProblems(today()));
      return result;
    }
  }

  private static void require(PointResult point) {
    Assertions.assertEquals(
        Verdict.PASS,
        point.verdict(),
        () ->
            point.why()
                + point.violations().stream()
                    .map(Violation::toString)
                    .collect(Collectors.joining("\n"))
                + point.lanes().stream()
                    .map(mark -> "\n" + mark.lane() + " " + mark.process() + " " + mark.text())
                    .collect(Collectors.joining()));
  }
}
