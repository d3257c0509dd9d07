package dev.landfall.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Golden;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterScope;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The bytes in Flink's state, as an earlier release wrote them. */
final class StateFormatTest {
  private static final SinkId SINK = new SinkId("orders", "main");
  private static final IntervalId INTERVAL = new IntervalId(SINK.writer(3), new Generation(2), 17);
  private static final Committable COMMITTABLE =
      Committable.of(INTERVAL, 1, new byte[] {1, 2, 3}, 412, "xid 7, 412 rows");

  private final SinkWorkSerializer works = new SinkWorkSerializer();
  private final WriterStateSerializer states = new WriterStateSerializer();

  @Test
  void aCommittableOfVersion1() throws Exception {
    SinkWork work =
        new SinkWork(
            new WriterScope(SINK, 3, 4), new Generation(2), "token", Optional.of(COMMITTABLE));

    assertSame(works.serialize(work), "sink-work-v1.hex");
    assertThat(works.deserialize(1, Golden.read("sink-work-v1.hex"))).isEqualTo(work);
  }

  @Test
  void aTakeoverNoticeOfVersion1() throws Exception {
    SinkWork notice =
        new SinkWork(new WriterScope(SINK, 3, 4), new Generation(2), "token", Optional.empty());

    assertSame(works.serialize(notice), "takeover-notice-v1.hex");
    assertThat(works.deserialize(1, Golden.read("takeover-notice-v1.hex"))).isEqualTo(notice);
  }

  @Test
  void aWritersStateOfVersion1() throws Exception {
    WriterState state = new WriterState(INTERVAL, List.of(COMMITTABLE, COMMITTABLE));

    assertSame(states.serialize(state), "writer-state-v1.hex");
    assertThat(states.deserialize(1, Golden.read("writer-state-v1.hex"))).isEqualTo(state);
  }

  @Test
  void aNewerVersionIsRefused() {
    assertThatThrownBy(() -> states.deserialize(2, new byte[0]))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("version 2: expected 1 to 1");
  }

  @Test
  void aLengthBeyondTheStateIsRefused() throws Exception {
    byte[] bytes = states.serialize(new WriterState(INTERVAL, List.of(COMMITTABLE)));
    int length = bytes.length - 4 - encodedBytes();
    bytes[length] = 0x7f;

    assertThatThrownBy(() -> states.deserialize(1, bytes)).hasMessageContaining("length 2130706");
  }

  private static int encodedBytes() {
    return dev.landfall.sdk.CommittableCodec.encode(COMMITTABLE).length;
  }

  private static void assertSame(byte[] actual, String golden) {
    assertThat(HexFormat.of().formatHex(actual))
        .isEqualTo(HexFormat.of().formatHex(Golden.read(golden)));
  }
}
