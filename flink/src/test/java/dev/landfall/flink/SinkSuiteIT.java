package dev.landfall.flink;

import dev.landfall.sdk.Guarantee;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.testframe.environment.MiniClusterTestEnvironment;
import org.apache.flink.connector.testframe.external.ExternalContextFactory;
import org.apache.flink.connector.testframe.external.ExternalSystemDataReader;
import org.apache.flink.connector.testframe.external.sink.DataStreamSinkV2ExternalContext;
import org.apache.flink.connector.testframe.external.sink.TestingSinkSettings;
import org.apache.flink.connector.testframe.junit.annotations.TestContext;
import org.apache.flink.connector.testframe.junit.annotations.TestEnv;
import org.apache.flink.connector.testframe.junit.annotations.TestSemantics;
import org.apache.flink.connector.testframe.testsuites.SinkTestSuiteBase;
import org.apache.flink.core.execution.CheckpointingMode;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** Flink's own suite for sinks, on each Landfall sink and a real store. */
@RealStores
@Tag("full")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class SinkSuiteIT {
  private static final AtomicLong NAMES = new AtomicLong();

  @Nested
  class Kafka extends OfNumbers {
    @Override
    Target target() {
      return new KafkaTarget(Stores.kafka().shared());
    }
  }

  @Nested
  class Redis extends OfNumbers {
    @Override
    Target target() {
      return new RedisTarget(Stores.redis().shared());
    }
  }

  @Nested
  class JdbcUpsert extends OfNumbers {
    @Override
    Target target() {
      return new JdbcTarget(new SqlTable(Stores.mysql().shared()), "upsert");
    }
  }

  @Nested
  class JdbcConfirm extends OfNumbers {
    @Override
    Target target() {
      return new JdbcTarget(new SqlTable(Stores.mysql().shared()), "confirm");
    }
  }

  @Nested
  class JdbcXa extends OfNumbers {
    @Override
    Target target() {
      return new JdbcTarget(new SqlTable(Stores.mysql().shared()), "xa");
    }
  }

  @Nested
  class S3 extends OfNumbers {
    @Override
    Target target() {
      return new S3Target(Stores.s3().shared());
    }
  }

  /** The suite with numbers as elements; the annotated fields are how it is set up. */
  abstract static class OfNumbers extends SinkTestSuiteBase<Long> {
    @TestEnv MiniClusterTestEnvironment cluster = new MiniClusterTestEnvironment();

    @TestSemantics
    CheckpointingMode[] semantics = {
      CheckpointingMode.EXACTLY_ONCE, CheckpointingMode.AT_LEAST_ONCE
    };

    @TestContext
    ExternalContextFactory<Numbers> contexts =
        test -> new Numbers(target(), "s" + NAMES.incrementAndGet());

    abstract Target target();
  }

  /** One test's place in a store. One thread at a time. */
  private static final class Numbers implements DataStreamSinkV2ExternalContext<Long> {
    private static final int SIZE = 50;

    private final Target target;
    private final String name;
    private long next;

    Numbers(Target target, String name) {
      this.target = target;
      this.name = name;
      try {
        target.prepare(name);
      } catch (Exception e) {
        throw new IllegalStateException("Cannot make " + name, e);
      }
    }

    /**
     * The suite stops jobs with a savepoint that take no checkpoints by themselves, and with an
     * interval its source would run on too early; so that is accepted here on purpose.
     */
    @Override
    @SuppressWarnings("deprecation") // the settings tell it in no other way
    public Sink<Long> createSink(TestingSinkSettings settings) {
      Guarantee.Level asked = Guarantee.Level.valueOf(settings.getCheckpointingMode().name());
      return target.sinkOfNumbers(name, target.sink(name).guarantee(asked).acceptNoCheckpoints());
    }

    /** What has become visible since it was last asked. */
    @Override
    public ExternalSystemDataReader<Long> createSinkDataReader(TestingSinkSettings settings) {
      List<Long> told = new ArrayList<>();
      return new ExternalSystemDataReader<>() {
        @Override
        public List<Long> poll(Duration timeout) {
          List<Long> fresh = visible();
          told.forEach(fresh::remove);
          told.addAll(fresh);
          return fresh;
        }

        @Override
        public void close() {
          // Each poll reads anew.
        }
      };
    }

    private List<Long> visible() {
      try {
        return new ArrayList<>(target.visible(name));
      } catch (Exception e) {
        throw new IllegalStateException("Cannot read " + name, e);
      }
    }

    /** Numbers of their own at each call, since some stores hold a number once. */
    @Override
    public List<Long> generateTestData(TestingSinkSettings settings, long seed) {
      List<Long> numbers = LongStream.range(next, next + SIZE).boxed().toList();
      next += SIZE;
      return numbers;
    }

    @Override
    public TypeInformation<Long> getProducedType() {
      return Types.LONG;
    }

    @Override
    public List<URL> getConnectorJarPaths() {
      return List.of();
    }

    @Override
    public void close() {
      // Places stay until the store ends.
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
