package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentWriter;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mode confirm with H2 as the dialect under test: no guarantee of a server is shown here. */
class ConfirmOnH2Test {
  private final SinkId id = Names.sink();
  private final Rejections rejected = new Rejections();
  @TempDir Path directory;

  @Test
  void publishTakeOverAndPublishAgain() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("rows") + ";WRITE_DELAY=0";
    JdbcConfiguration configuration =
        JdbcSettings.of(url, "rows").creating().mode(JdbcMode.CONFIRM).build();
    try (LocalSegmentStore log = new LocalSegmentStore(directory.resolve("log"));
        WriteAheadSink sink =
            (WriteAheadSink) new JdbcSinkProvider().open(configuration, JdbcSettings.context(id));
        WriteAheadSink successor =
            (WriteAheadSink) new JdbcSinkProvider().open(configuration, JdbcSettings.context(id));
        SegmentPublisher publisher = sink.publisher(rejected)) {
      Segment first = segment(log, 1);
      Segment second = segment(log, 2);

      assertThat(publisher.publish(first)).isEqualTo(CommitOutcome.committed());
      assertThat(publisher.publish(first).kind()).isEqualTo(CommitOutcome.Kind.ALREADY_COMMITTED);
      try (Takeover takeover = successor.takeover()) {
        WriterScope scope = new WriterScope(id, 0, 1);
        assertThat(takeover.newest(scope)).isEqualTo(new Generation(1));
        takeover.fence(scope, new Generation(2));
        assertThat(takeover.abortDangling(scope, new Generation(2))).isEmpty();
      }
      assertThatThrownBy(() -> publisher.publish(second));
      assertThatThrownBy(() -> publisher.publish(second)).isInstanceOf(FencedException.class);

      try (Connection observer = DriverManager.getConnection(url);
          ResultSet row =
              observer.createStatement().executeQuery("SELECT COUNT(*) FROM \"rows\"")) {
        assertThat(row.next()).isTrue();
        assertThat(row.getInt(1)).isEqualTo(100);
      }
    }
  }

  private Segment segment(LocalSegmentStore log, long ordinal) throws Exception {
    try (SegmentWriter writer =
        log.open(new IntervalId(id.writer(0), new Generation(1), ordinal))) {
      for (int i = 0; i < 100; i++) {
        writer.append(
            SinkRecord.put(
                Value.ofNull(), Value.of(Map.of("id", Value.of(i), "a", Value.of("x")))));
      }
      return log.sealed(writer.seal().orElseThrow());
    }
  }
}
