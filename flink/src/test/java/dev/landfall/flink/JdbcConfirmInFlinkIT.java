package dev.landfall.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

/** The JDBC sink in mode confirm in Flink, on MySQL: a write-ahead log inside the committables. */
@RealStores
final class JdbcConfirmInFlinkIT extends SinkInFlink {
  private final SqlTable table = new SqlTable(Stores.mysql().shared());

  @Override
  Target target() {
    return new JdbcTarget(table, "confirm");
  }

  @Test
  void SI_8_aRejectedRecordIsLeftOutIfAskedTo_andItsNeighboursAreThere() throws Exception {
    StreamExecutionEnvironment env = environment(2);
    numbers(env)
        .rebalance()
        .sinkTo(
            sink(name(), OnRejected.SKIP)
                .converter(
                    (number, time) -> number == 900 ? notANumber() : JdbcTarget.row(number)));

    TestCluster.finish(env.executeAsync());

    List<Long> expected =
        LongStream.range(0, RECORDS).filter(number -> number != 900).boxed().toList();
    assertThat(visible().stream().sorted().toList()).isEqualTo(expected);
  }

  @Test
  void SI_8_aRejectedRecordFailsTheTask() throws Exception {
    StreamExecutionEnvironment env = environment(2);
    numbers(env)
        .rebalance()
        .sinkTo(
            sink(name(), OnRejected.FAIL)
                .converter(
                    (number, time) -> number == 900 ? notANumber() : JdbcTarget.row(number)));

    JobClient job = env.executeAsync();

    assertThatThrownBy(() -> TestCluster.finish(job))
        .hasStackTraceContaining("Cannot write the record")
        .hasStackTraceContaining("number");
    assertThat(visible()).doesNotContain(900L);
  }

  private LandfallSink.Builder sink(String name, OnRejected policy) {
    return target().sink(name).identity(name, "main").rejected(policy);
  }

  private static SinkRecord notANumber() {
    return SinkRecord.put(Value.of(900L), Value.of(Map.of("number", Value.of("nine hundred"))));
  }
}
