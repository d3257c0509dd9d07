package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.model.RunResult.StoreFacts;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.replay.Token;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDrivers;
import dev.landfall.conformance.wire.StoreSpace;
import dev.landfall.conformance.wire.WireSubject;
import dev.landfall.conformance.wire.WireSuite;
import dev.landfall.conformance.wire.protocol.WireProtocol;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.stores.junit.RealStores;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the suite itself cannot do is no verdict about the sink. */
@RealStores
final class BlindSuiteIT {
  private static final Map<String, Object> SINK = Map.of("type", "redis", "mode", "set");

  @TempDir Path folder;
  private BlindDriver driver;
  private WireSuite suite;

  @BeforeEach
  void open() throws Exception {
    driver = new BlindDriver(StoreDrivers.open("redis", SINK, Map.of()));
    suite =
        WireSuite.open(
            new WireSubject("redis-set-redis", SINK, driver, WireSubject.javaCommand(), folder),
            "b",
            (point, done, planned) -> {});
  }

  @AfterEach
  void close() {
    suite.close();
    driver.close();
  }

  private PointResult replay(String plan) {
    return suite
        .replay(Token.parse("redis-set-redis;" + plan).plan(), Clock.systemUTC().instant())
        .points()
        .get(0);
  }

  @Test
  void aLookThatFailedOnce_isNoFailureOfTheSink() {
    driver.blindLooks = 1;

    PointResult point = replay("P0b;seed=1");

    assertThat(driver.blindLooks).isZero();
    assertThat(point.verdict()).as(point.why()).isEqualTo(Verdict.PASS);
    assertThat(point.lanes()).noneMatch(mark -> mark.text().contains("Cannot look"));
  }

  @Test
  void aStoreThatCannotBeLookedAt_endsTheSuite_andSaysWhy() {
    driver.blindLooks = Integer.MAX_VALUE;

    assertThatThrownBy(() -> replay("P0b;seed=1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Cannot judge P0b;seed=1, tried 4 times")
        .hasMessageContaining("Cannot look at the store: java.io.IOException: reset");
  }

  @Test
  void aFaultThatNeedsARequest_isRefusedAtAnEventOfTheHost() {
    assertThatThrownBy(() -> replay("P0b;seed=1;K5@C1.durable"))
        .hasMessageContaining("Cannot let K5 happen at 'C1.durable', an event of the host")
        .hasMessageContaining("expected the address of a request");
  }

  /** Redis, of which some looks fail. */
  private static final class BlindDriver implements StoreDriver {
    private final StoreDriver redis;
    private int blindLooks;

    BlindDriver(StoreDriver redis) {
      this.redis = redis;
    }

    @Override
    public StoreSpace space(String name) throws Exception {
      return new BlindSpace(this, redis.space(name));
    }

    @Override
    public StoreFacts facts() {
      return redis.facts();
    }

    @Override
    public WireProtocol protocol() {
      return redis.protocol();
    }

    @Override
    public View view() {
      return redis.view();
    }

    @Override
    public boolean refuses(Address at) {
      return redis.refuses(at);
    }

    @Override
    public boolean refusesBadRecords() {
      return redis.refusesBadRecords();
    }

    @Override
    public void close() {
      redis.close();
    }
  }

  private record BlindSpace(BlindDriver driver, StoreSpace space) implements StoreSpace {
    @Override
    public List<Item> read() throws Exception {
      if (driver.blindLooks > 0) {
        driver.blindLooks--;
        throw new IOException("reset");
      }
      return space.read();
    }

    @Override
    public Map<String, Object> sink(UnaryOperator<InetSocketAddress> route) {
      return space.sink(route);
    }

    @Override
    public Map<String, String> secrets() {
      return space.secrets();
    }

    @Override
    public SinkRecord shape(SinkRecord record) {
      return space.shape(record);
    }

    @Override
    public String interval(String name) {
      return space.interval(name);
    }

    @Override
    public List<RawEntry> raw() throws Exception {
      return space.raw();
    }

    @Override
    public String state() throws Exception {
      return space.state();
    }

    @Override
    public void close() {
      space.close();
    }
  }
}
