package dev.landfall.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.stores.KafkaStore;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.time.Duration;
import java.util.Map;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

/** The Kafka sink (two-phase commit) in Flink, read with {@code read_committed}. */
@RealStores
final class KafkaInFlinkIT extends SinkInFlink {
  private final KafkaStore kafka = Stores.kafka().shared();

  @Override
  Target target() {
    return new KafkaTarget(kafka);
  }

  @Test
  void T_9_aTimeOutThatIsTooShortIsRefused() throws Exception {
    StreamExecutionEnvironment env = environment(1);
    Map<String, Object> options =
        Map.of(
            "bootstrap-servers", kafka.bootstrapServers(),
            "topic", name(),
            "create-topic", Map.of(),
            "transaction-timeout", Duration.ofMinutes(1));
    numbers(env).sinkTo(sink(LandfallSink.of("kafka", options)));

    JobClient job = env.executeAsync();

    assertThatThrownBy(() -> TestCluster.finish(job))
        .hasStackTraceContaining("preflight found")
        .hasStackTraceContaining("T-9");
    assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.FAILED);
  }
}
