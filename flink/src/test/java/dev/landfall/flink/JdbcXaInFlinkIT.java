package dev.landfall.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.util.Map;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

/** The JDBC sink in mode xa (two-phase commit) in Flink, on MySQL. */
@RealStores
final class JdbcXaInFlinkIT extends SinkInFlink {
  private final SqlTable table = new SqlTable(Stores.mysql().shared());

  @Override
  Target target() {
    return new JdbcTarget(table, "xa");
  }

  @Test
  void SI_6_aMissingGrantIsNamedBeforeTheFirstWrite() throws Exception {
    table.execute(
        "CREATE USER IF NOT EXISTS 'poor'@'%' IDENTIFIED BY 'poor'",
        "GRANT ALL PRIVILEGES ON landfall.* TO 'poor'@'%'");
    Map<String, Object> options = table.options("xa", name());
    options.put("user", "poor");
    options.put("password", SecretFile.reference("poor"));
    StreamExecutionEnvironment env = environment(1);
    numbers(env).sinkTo(sink(LandfallSink.of("jdbc", options)));

    JobClient job = env.executeAsync();

    assertThatThrownBy(() -> TestCluster.finish(job))
        .hasStackTraceContaining("preflight found")
        .hasStackTraceContaining("XA_RECOVER_ADMIN");
    assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.FAILED);
    assertThat(visible()).isEmpty();
  }
}
