package dev.landfall.conformance.junit;

import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.model.Violation;
import dev.landfall.conformance.replay.Token;
import dev.landfall.conformance.wire.Spoil;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.WireProfile;
import dev.landfall.conformance.wire.WireSubject;
import dev.landfall.conformance.wire.WireSuite;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Puts faults on top of a good sink in front of its real store, and asks that each is caught by the
 * rule that it breaks, and that the token repeats it. One thread at a time.
 */
public abstract class SpoiledSinks {
  /** The sink's section of a pipeline file. */
  protected abstract Map<String, Object> sink();

  /** The store, running. */
  protected abstract StoreDriver store(Map<String, Object> sink) throws Exception;

  /** Which faults. */
  protected abstract List<Spoil> spoils();

  /** How much is run until a fault is caught. */
  protected WireProfile profile(Spoil spoil) {
    return WireProfile.QUICK;
  }

  /**
   * Told of each fault that was caught twice: by the suite, and from its token.
   *
   * @param store what it calls itself
   * @param point the run that caught it
   * @param runs how many runs it took
   */
  protected void caught(Spoil spoil, String store, PointResult point, int runs) throws Exception {}

  /** One test a fault, on one store. */
  @TestFactory
  final Stream<DynamicTest> spoiled(@TempDir Path folder) throws Exception {
    StoreDriver driver = store(sink());
    return spoils().stream()
        .map(
            spoil ->
                DynamicTest.dynamicTest(
                    spoil.caughtBy() + " catches " + spoil,
                    () -> require(new Trial(driver, folder, spoil))))
        .onClose(driver::close);
  }

  private record Trial(StoreDriver driver, Path folder, Spoil spoil) {}

  private void require(Trial trial) throws Exception {
    WireSubject subject =
        new WireSubject(
                getClass().getSimpleName(),
                sink(),
                trial.driver,
                WireSubject.javaCommand(),
                trial.folder)
            .spoiledBy(trial.spoil);
    int number = Math.floorMod(trial.spoil.word().hashCode(), 36 * 36 * 36);
    String spaces = "s" + Integer.toString(number, 36) + "x";
    try (WireSuite suite = WireSuite.open(subject, spaces, (point, done, planned) -> {})) {
      RunResult result = suite.untilCaught(profile(trial.spoil), Clock.systemUTC().instant());
      int runs = result.points().size();
      PointResult point = requireCaught(result, trial.spoil);
      Plan again = Token.parse(point.token()).plan();
      requireCaught(suite.replay(again, Clock.systemUTC().instant()), trial.spoil);
      String store = result.store().name() + " " + result.store().version();
      caught(trial.spoil, store, point, runs);
    }
  }

  /** The last run failed, by the rule, and says where. */
  private static PointResult requireCaught(RunResult result, Spoil spoil) {
    PointResult last = result.points().get(result.points().size() - 1);
    Assertions.assertEquals(Verdict.FAIL, last.verdict(), last::token);
    Assertions.assertTrue(
        last.violations().stream().map(Violation::rule).anyMatch(spoil.caughtBy()::equals),
        () -> spoil + " in " + last.token() + ": " + last.violations());
    return last;
  }
}
