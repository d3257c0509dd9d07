package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PreparedTransactionTest {
  private static final IntervalId INTERVAL =
      new IntervalId(new SinkId("p", "s").writer(0), new Generation(1), 2);
  private static final PreparedTransaction PREPARED =
      new PreparedTransaction(
          "landfall.p.s.0.g1.s0",
          258,
          (short) 3,
          Protocol.TWO,
          "landfall.p.s.0",
          new TopicPartition("t", 1));

  /** The bytes of version 1, which every later release reads. */
  private static final String GOLDEN =
      "0014"
          + HexFormat.of().formatHex("landfall.p.s.0.g1.s0".getBytes(StandardCharsets.UTF_8))
          + "0000000000000102"
          + "0003"
          + "02"
          + "000e"
          + HexFormat.of().formatHex("landfall.p.s.0".getBytes(StandardCharsets.UTF_8))
          + "0001"
          + "74"
          + "00000001";

  private static Committable of(int version, byte[] payload) {
    return Committable.of(INTERVAL, version, payload, 0, "");
  }

  @Test
  void version1_isReadAndWritten() throws SinkException {
    assertThat(HexFormat.of().formatHex(PREPARED.encode())).isEqualTo(GOLDEN);
    assertThat(PreparedTransaction.of(of(1, HexFormat.of().parseHex(GOLDEN)))).isEqualTo(PREPARED);
  }

  @Test
  void newerOrCutPayload_isRefused() {
    byte[] bytes = PREPARED.encode();

    assertThatThrownBy(() -> PreparedTransaction.of(of(2, bytes)))
        .isInstanceOf(SinkException.class)
        .hasMessageContaining("version 2");
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> PreparedTransaction.of(of(1, cut)))
          .isInstanceOf(SinkException.class);
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThatThrownBy(() -> PreparedTransaction.of(of(1, longer)))
        .isInstanceOf(SinkException.class);
  }
}
