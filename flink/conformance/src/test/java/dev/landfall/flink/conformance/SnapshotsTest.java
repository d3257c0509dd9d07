package dev.landfall.flink.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** A subtask goes on from what it has handed out. */
class SnapshotsTest {
  private static final SinkId ID = new SinkId("pipeline", "main");

  @Test
  void decoded_holdsWhatWasEncoded() throws Exception {
    Snapshots taken = barrierAfter("first");

    Snapshots decoded = Snapshots.of(taken.encoded());

    assertThat(decoded.checkpoint()).isEqualTo(taken.checkpoint());
    assertThat(Contents.of(decoded.writer())).isEqualTo(Contents.of(taken.writer()));
    assertThat(Contents.of(decoded.committer())).isEqualTo(Contents.of(taken.committer()));
    assertThat(Contents.of(decoded.writer()).count()).isPositive();
    assertThat(Contents.of(decoded.committer()).count()).isPositive();
  }

  @Test
  void contents_ofOtherRecords_differ() throws Exception {
    Contents one = Contents.of(barrierAfter("first").writer());
    Contents other = Contents.of(barrierAfter("other").writer());

    assertThat(one).isNotEqualTo(other);
  }

  @Test
  void restart_remembersTheRecordsBeforeIt() throws Exception {
    Snapshots first = Snapshots.of(barrierAfter("first").encoded());
    Subtask<?> restarted = Subtask.of(new RememberingSink(), ID, 0, 1);

    restarted.complete(first);
    restarted.start();
    restarted.write(record("second"));
    Snapshots second = restarted.barrier();
    restarted.close();

    assertThat(second.checkpoint()).isEqualTo(first.checkpoint() + 1);
    assertThat(Contents.of(second.writer()).toString()).contains(digits("first"), digits("second"));
  }

  private static Snapshots barrierAfter(String key) throws Exception {
    Subtask<?> subtask = Subtask.of(new RememberingSink(), ID, 0, 1);
    subtask.start();
    subtask.write(record(key));
    Snapshots taken = subtask.barrier();
    subtask.close();
    return taken;
  }

  private static SinkRecord record(String key) {
    return SinkRecord.put(Value.of(key), Value.of("v"));
  }

  private static String digits(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }
}
