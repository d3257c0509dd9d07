package dev.landfall.sink.redis;

import dev.landfall.conformance.explore.Exploration.Depth;
import dev.landfall.conformance.host.Bench;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.junit.SinkConformance;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.View;
import dev.landfall.sdk.Guarantee.Weakness;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import redis.clients.jedis.UnifiedJedis;

/** The conformance suite before real servers: every schedule, killed before each write. */
@RealStores
class RedisConformanceIT {
  private static final AtomicInteger RUNS = new AtomicInteger();

  /** Only clients are killed here, so nobody has to wait for the disk. */
  private static final String[] NO_SYNC = {"--appendfsync", "no"};

  private static RedisStore single() {
    return Stores.redis().args(NO_SYNC).shared();
  }

  private abstract static class OnRedis extends SinkConformance {
    private final RedisStore store;
    private final String mode;
    private UnifiedJedis reader;

    OnRedis(RedisStore store, String mode) {
      this.store = store;
      this.mode = mode;
    }

    @BeforeEach
    void connect() {
      reader = Lab.reader(store);
    }

    @AfterEach
    void disconnect() {
      reader.close();
    }

    @Override
    protected Contract contract() {
      return Contract.IDEMPOTENT;
    }

    @Override
    protected View view() {
      return View.KEYED;
    }

    /** What the sink itself declares, and no more. */
    @Override
    protected Set<Weakness> declares() {
      return Guarantees.of(Settings.of(store, "mode", mode)).declared().keySet();
    }

    @Override
    protected Depth depth() {
      return Depth.FIRST_OF_EACH_KIND;
    }

    @Override
    protected Bench bench(Gate gate) {
      String run = "{run-" + RUNS.incrementAndGet() + "}";
      RedisConfiguration settings =
          Settings.of(store, RedisBench.options(mode, "{" + run + "}" + "{key}"));
      return new RedisBench(gate, reader, settings, run);
    }
  }

  @Nested
  class SetOnOneServer extends OnRedis {
    SetOnOneServer() {
      super(single(), "set");
    }
  }

  @Nested
  class MonotonicOnOneServer extends OnRedis {
    MonotonicOnOneServer() {
      super(single(), "monotonic");
    }
  }

  @Nested
  class SetOnACluster extends OnRedis {
    SetOnACluster() {
      super(Lab.sharedCluster(), "set");
    }
  }

  @Nested
  class MonotonicOnACluster extends OnRedis {
    MonotonicOnACluster() {
      super(Lab.sharedCluster(), "monotonic");
    }
  }
}
