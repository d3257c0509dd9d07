package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.replay.Token;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDrivers;
import dev.landfall.conformance.wire.WireSubject;
import dev.landfall.conformance.wire.WireSuite;
import dev.landfall.stores.junit.RealStores;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the quick profile leaves out, by token, before s3proxy: requests cut in half, ghosts and
 * zombies of a fence and after the successor's own commit, replies that come late or never, errors
 * of the store, a store that is killed, and further schedules.
 */
@Tag("full")
@RealStores
final class FurtherFaultsIT {
  private static final String DATA = "C1.commit/PutIfAbsent.data#1";
  private static final String CONFIRMATION = "C1.confirm/PutIfAbsent.confirmation#1";
  private static final String FENCE = "S1.open/PutIfAbsent.fence#1";

  private static Stream<String> tokens() {
    Stream<String> faults =
        Stream.of(
            "K2@" + DATA,
            "K2@" + CONFIRMATION,
            "K2@" + FENCE,
            "K3@" + FENCE,
            "K5@" + FENCE,
            "K10@" + FENCE,
            "K6@" + DATA,
            "K6@" + CONFIRMATION,
            "K7@" + DATA,
            "K7@" + CONFIRMATION,
            "K8@" + DATA,
            "K8@" + CONFIRMATION,
            "K8@" + FENCE,
            "K8@S1.open/List#1",
            "K9@" + DATA,
            "K9@" + CONFIRMATION);
    Stream<String> late =
        Stream.of("K3@" + DATA, "K3@" + CONFIRMATION, "K10@" + DATA, "K10@" + CONFIRMATION);
    List<String> schedules = List.of("P0", "P2", "P3", "P7", "P7b", "P7c", "P9", "P10", "P11");
    return Stream.of(
            faults.map(fault -> "P0b;seed=1;" + fault),
            late.map(fault -> "P0b;seed=1;wake=committed;" + fault),
            schedules.stream().map(schedule -> schedule + ";seed=1"))
        .flatMap(all -> all)
        .map(plan -> "s3-wal-s3;" + plan);
  }

  @TestFactory
  Stream<DynamicTest> pass(@TempDir Path folder) throws Exception {
    Map<String, Object> sink = Map.of("type", "s3-wal", "log", "host");
    StoreDriver driver = StoreDrivers.open("s3", sink, Map.of());
    WireSuite suite =
        WireSuite.open(
            new WireSubject("s3-wal-s3", sink, driver, WireSubject.javaCommand(), folder),
            "f",
            (point, done, planned) -> {});
    return tokens()
        .map(token -> DynamicTest.dynamicTest(token, () -> requirePass(suite, token)))
        .onClose(
            () -> {
              suite.close();
              driver.close();
            });
  }

  private static void requirePass(WireSuite suite, String token) {
    List<PointResult> points =
        suite.replay(Token.parse(token).plan(), Clock.systemUTC().instant()).points();
    PointResult last = points.get(points.size() - 1);
    System.out.println(last.durationMillis() + " ms " + token + " " + last.verdict());

    assertThat(last.verdict())
        .as("%s: %s %s", token, last.why(), last.violations())
        .isEqualTo(Verdict.PASS);
  }
}
