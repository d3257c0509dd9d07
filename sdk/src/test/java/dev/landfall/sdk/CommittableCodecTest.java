package dev.landfall.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

final class CommittableCodecTest {
  private static final Committable GOLDEN_V1 =
      Committable.of(
          IntervalId.parse("orders/kafka/3/g7/o412"),
          2,
          new byte[] {0, -1, -128, 127, 10},
          1000,
          "xid 6f72…, 1000 rows");

  @Test
  void readsVersion1AsItWasWritten() throws Exception {
    byte[] stored = Golden.read("committable-v1.hex");

    assertThat(CommittableCodec.decode(stored)).isEqualTo(GOLDEN_V1);
    assertThat(CommittableCodec.encode(GOLDEN_V1)).isEqualTo(stored);
  }

  @Test
  void readsBackTheExtremes() throws Exception {
    IntervalId last =
        new IntervalId(
            new SinkId("p".repeat(48), "s".repeat(32)).writer(Integer.MAX_VALUE),
            new Generation(Long.MAX_VALUE),
            Long.MAX_VALUE);
    Committable largest =
        Committable.of(last, Integer.MAX_VALUE, new byte[1 << 20], Long.MAX_VALUE, "\uD83D\uDE00");
    Committable smallest = Committable.of(IntervalId.parse("a/b/0/g1/o1"), 1, new byte[0], 0, "");

    assertThat(CommittableCodec.decode(CommittableCodec.encode(largest))).isEqualTo(largest);
    assertThat(CommittableCodec.decode(CommittableCodec.encode(smallest))).isEqualTo(smallest);
  }

  @Test
  void refusesEveryTruncatedPrefix() {
    byte[] frame = CommittableCodec.encode(GOLDEN_V1);

    for (int length = 0; length < frame.length; length++) {
      assertRefused(Arrays.copyOf(frame, length));
    }
  }

  @Test
  void refusesEveryFlippedBit() {
    byte[] frame = CommittableCodec.encode(GOLDEN_V1);

    for (int bit = 0; bit < frame.length * 8; bit++) {
      byte[] changed = frame.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertRefused(changed);
    }
  }

  @Test
  void refusesBytesAfterTheFrame() {
    byte[] frame = CommittableCodec.encode(GOLDEN_V1);

    assertRefused(Arrays.copyOf(frame, frame.length + 1));
  }

  /** The checksum is no protection against a writer that is not ours; each field must hold. */
  @Test
  void survivesHostileFieldsUnderAValidChecksum() {
    Random random = new Random(17);
    byte[] frame = CommittableCodec.encode(GOLDEN_V1);

    for (int round = 0; round < 20_000; round++) {
      byte[] changed = frame.clone();
      for (int i = random.nextInt(6); i >= 0; i--) {
        changed[9 + random.nextInt(frame.length - 13)] = (byte) random.nextInt(256);
      }
      decodeOrRefuse(sealed(changed));
    }
  }

  @Test
  void neverAllocatesAHostileLength() {
    byte[] frame = CommittableCodec.encode(GOLDEN_V1);

    for (int at = 5; at + 4 <= frame.length - 4; at++) {
      for (int length : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 1 << 30}) {
        byte[] changed = frame.clone();
        ByteBuffer.wrap(changed).putInt(at, length);
        decodeOrRefuse(sealed(changed));
      }
    }
  }

  @Test
  void saysWhatWhereAndTheRemedy() {
    byte[] newer = CommittableCodec.encode(GOLDEN_V1);
    newer[4] = 2;
    byte[] foreign = CommittableCodec.encode(GOLDEN_V1);
    foreign[0] = 'X';

    assertThatThrownBy(() -> CommittableCodec.decode(newer))
        .hasMessage(
            "Cannot read a committable: format version 2 at byte 4, expected 1 to 1 (start the release that wrote it, or a newer one)");
    assertThatThrownBy(() -> CommittableCodec.decode(foreign))
        .hasMessage(
            "Cannot read a committable: magic at byte 0 is 5846434d, expected 4c46434d (\"LFCM\") (restore an older checkpoint, or find what changed the file)");
  }

  @Test
  void refusesToStoreWhatItCouldNotReadBack() {
    IntervalId interval = IntervalId.parse("a/b/0/g1/o1");
    Committable halfAPair = Committable.of(interval, 1, new byte[0], 0, "key \uD83D");
    Committable tooLong = Committable.of(interval, 1, new byte[CommittableCodec.MAX_BYTES], 0, "");

    assertThatThrownBy(() -> CommittableCodec.encode(halfAPair))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("half a surrogate pair");
    assertThatThrownBy(() -> CommittableCodec.encode(tooLong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected at most 16777216");
  }

  private static void assertRefused(byte[] frame) {
    assertThatThrownBy(() -> CommittableCodec.decode(frame))
        .isInstanceOf(DamagedStateException.class)
        .hasMessageStartingWith("Cannot read a committable: ");
  }

  private static void decodeOrRefuse(byte[] frame) {
    try {
      assertThat(CommittableCodec.decode(frame)).isNotNull();
    } catch (DamagedStateException e) {
      assertThat(e).hasMessageStartingWith("Cannot read a committable: ");
    }
  }

  private static byte[] sealed(byte[] frame) {
    CRC32C checksum = new CRC32C();
    checksum.update(frame, 0, frame.length - 4);
    ByteBuffer.wrap(frame).putInt(frame.length - 4, (int) checksum.getValue());
    return frame;
  }
}
