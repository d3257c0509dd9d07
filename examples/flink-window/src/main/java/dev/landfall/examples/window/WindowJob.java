package dev.landfall.examples.window;

import dev.landfall.flink.LandfallSink;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.time.Duration;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** The job: Kafka, window, Kafka. Stateless, thread-safe. */
final class WindowJob {
  private static final Duration OUT_OF_ORDER = Duration.ofMillis(200);

  private WindowJob() {}

  static void build(StreamExecutionEnvironment environment, String bootstrapServers) {
    KafkaSource<String> source =
        KafkaSource.<String>builder()
            .setBootstrapServers(bootstrapServers)
            .setTopics(FlinkWindow.READINGS)
            .setGroupId("flink-window")
            .setStartingOffsets(OffsetsInitializer.earliest())
            .setValueOnlyDeserializer(new SimpleStringSchema())
            .build();
    environment
        .fromSource(source, eventTime(), "readings")
        .uid("readings")
        .map(Reading::parse)
        .keyBy(Reading::sensor)
        .window(TumblingEventTimeWindows.of(Duration.ofMillis(Readings.WINDOW_MILLIS)))
        .aggregate(new CountAndSum(), new Named())
        .uid("totals")
        .sinkTo(sink(bootstrapServers))
        .uid("sink");
  }

  private static WatermarkStrategy<String> eventTime() {
    return WatermarkStrategy.<String>forBoundedOutOfOrderness(OUT_OF_ORDER)
        .withTimestampAssigner((text, timestamp) -> Reading.parse(text).atMillis());
  }

  private static LandfallSink<WindowTotal> sink(String bootstrapServers) {
    return LandfallSink.of(
            "kafka", Map.of("bootstrap-servers", bootstrapServers, "topic", FlinkWindow.TOTALS))
        .identity("flink-window", "totals")
        .converter((total, timestamp) -> record(total));
  }

  private static SinkRecord record(WindowTotal total) {
    return SinkRecord.put(
        Value.of(total.key()),
        Value.of(Map.of("count", Value.of(total.count()), "sum", Value.of(total.sum()))));
  }

  /** Counts and sums as readings come. */
  private static final class CountAndSum implements AggregateFunction<Reading, long[], long[]> {
    private static final long serialVersionUID = 1;

    @Override
    public long[] createAccumulator() {
      return new long[2];
    }

    @Override
    public long[] add(Reading reading, long[] total) {
      return new long[] {total[0] + 1, total[1] + reading.value()};
    }

    @Override
    public long[] getResult(long[] total) {
      return total;
    }

    @Override
    public long[] merge(long[] one, long[] other) {
      return new long[] {one[0] + other[0], one[1] + other[1]};
    }
  }

  /** Adds sensor and window. */
  private static final class Named
      extends ProcessWindowFunction<long[], WindowTotal, String, TimeWindow> {
    private static final long serialVersionUID = 1;

    @Override
    public void process(
        String sensor, Context context, Iterable<long[]> totals, Collector<WindowTotal> out) {
      for (long[] total : totals) {
        out.collect(new WindowTotal(sensor, context.window().getStart(), total[0], total[1]));
      }
    }
  }
}
