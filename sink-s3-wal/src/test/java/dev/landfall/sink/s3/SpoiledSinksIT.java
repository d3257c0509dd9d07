package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.junit.SpoiledSinks;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.model.Violation;
import dev.landfall.conformance.replay.Token;
import dev.landfall.conformance.wire.Spoil;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDrivers;
import dev.landfall.conformance.wire.WireProfile;
import dev.landfall.conformance.wire.WireSubject;
import dev.landfall.conformance.wire.WireSuite;
import dev.landfall.stores.junit.RealStores;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Broken variants of this sink, before s3proxy, are caught by name, and their tokens repeat it. */
@Tag("full")
@RealStores
final class SpoiledSinksIT {
  @Nested
  final class BySpoil extends SpoiledSinks {
    @Override
    protected Map<String, Object> sink() {
      return Map.of("type", "s3-wal");
    }

    @Override
    protected StoreDriver store(Map<String, Object> sink) throws Exception {
      return StoreDrivers.open("s3", sink, Map.of());
    }

    @Override
    protected List<Spoil> spoils() {
      return List.of(Spoil.CONFIRMS_WITHOUT_DATA);
    }
  }

  @Test
  void W_2_confirmsBeforeData_isCaught(@TempDir Path folder) throws Exception {
    String token = requireCaught(ConfirmsFirstProvider.NAME, Rule.W_2, folder);

    assertThat(token).contains("P0b");
  }

  @Test
  void W_3_overwritesConfirmations_isCaught(@TempDir Path folder) throws Exception {
    String token = requireCaught(OverwritingProvider.NAME, Rule.W_3, folder);

    assertThat(token).contains("P0b");
  }

  private static String requireCaught(String type, Rule rule, Path folder) throws Exception {
    Map<String, Object> sink = Map.of("type", type);
    try (StoreDriver driver = StoreDrivers.open("s3", sink, Map.of());
        WireSuite suite =
            WireSuite.open(
                new WireSubject(type, sink, driver, WireSubject.javaCommand(), folder),
                "s",
                (point, done, planned) -> {})) {
      PointResult caught =
          caught(suite.untilCaught(WireProfile.QUICK, Clock.systemUTC().instant()), rule);
      caught(suite.replay(Token.parse(caught.token()).plan(), Clock.systemUTC().instant()), rule);
      System.out.println(rule + " catches " + type + ": " + caught.token());
      return caught.token();
    }
  }

  /** The last run failed, by the rule first. */
  private static PointResult caught(RunResult result, Rule rule) {
    PointResult last = result.points().get(result.points().size() - 1);
    assertThat(last.verdict()).as(last.token()).isEqualTo(Verdict.FAIL);
    assertThat(last.violations()).as(last.token()).extracting(Violation::rule).contains(rule);
    return last;
  }
}
