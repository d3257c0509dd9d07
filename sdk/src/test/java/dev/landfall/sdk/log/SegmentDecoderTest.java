package dev.landfall.sdk.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.DamagedStateException;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.record.SinkRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** The decoder by itself, as over a stream whose end nobody has looked at before. */
final class SegmentDecoderTest {
  private static final IntervalId INTERVAL = IntervalId.parse("orders/main/3/g7/o412");
  private static final List<SinkRecord> RECORDS = new RandomRecords(8).next(10);

  private final SegmentEncoder encoder = new SegmentEncoder(INTERVAL, 1 << 10);
  private byte[] bytes = new byte[0];

  @Test
  void readsFromAChannelThatGivesOneByteAtATime() throws Exception {
    Seal seal = encode();

    assertThat(decoded(trickle(bytes), seal)).isEqualTo(RECORDS);
  }

  @Test
  void W_4_everyTruncatedPrefixIsTorn() throws Exception {
    Seal seal = encode();

    for (int length = 0; length < bytes.length; length++) {
      assertTorn(Arrays.copyOf(bytes, length), seal);
    }
  }

  @Test
  void W_4_everyFlippedBitIsTorn() throws Exception {
    Seal seal = encode();

    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] changed = bytes.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertTorn(changed, seal);
    }
  }

  @Test
  void W_4_aSealOfOtherCountLengthOrChecksumIsNotBorneOut() throws Exception {
    Seal seal = encode();

    assertTorn(bytes, new Seal(seal.name(), 9, seal.bytes(), seal.checksum()));
    assertTorn(bytes, new Seal(seal.name(), 11, seal.bytes(), seal.checksum()));
    assertTorn(bytes, new Seal(seal.name(), 10, seal.bytes() + 1, seal.checksum()));
    assertTorn(bytes, new Seal(seal.name(), 10, seal.bytes() - 1, seal.checksum()));
    assertTorn(bytes, new Seal(seal.name(), 10, seal.bytes(), seal.checksum() + 1));
  }

  @Test
  void aNewerVersionIsNotTorn() throws Exception {
    Seal seal = encode();
    byte[] header = SegmentFormat.header(INTERVAL);
    header[4] = 2;
    CRC32C sum = new CRC32C();
    sum.update(header);
    ByteBuffer.wrap(bytes).put(header).putInt((int) sum.getValue());

    assertThatThrownBy(() -> decoded(trickle(bytes), seal))
        .isInstanceOf(DamagedStateException.class)
        .hasMessageContaining("format version 2, expected 1 to 1 (start the release that wrote it");
  }

  private Seal encode() throws IOException {
    for (SinkRecord record : RECORDS) {
      encoder.append(record);
    }
    Seal seal = encoder.end("g7-o412.seg");
    ByteBuffer all = encoder.drain();
    bytes = new byte[all.remaining()];
    all.get(bytes);
    return seal;
  }

  private static void assertTorn(byte[] content, Seal seal) {
    ReadableByteChannel channel = Channels.newChannel(new ByteArrayInputStream(content));
    assertThatThrownBy(() -> decoded(channel, seal))
        .isInstanceOf(TornSegmentException.class)
        .hasMessageStartingWith("Cannot read segment g7-o412.seg: ");
  }

  private static List<SinkRecord> decoded(ReadableByteChannel channel, Seal seal)
      throws IOException {
    List<SinkRecord> records = new ArrayList<>();
    try (SegmentDecoder decoder = new SegmentDecoder(channel, seal)) {
      decoder.begin(INTERVAL);
      for (Optional<SinkRecord> next = decoder.next(); next.isPresent(); next = decoder.next()) {
        records.add(next.get());
      }
    }
    return records;
  }

  private static ReadableByteChannel trickle(byte[] content) {
    ByteBuffer rest = ByteBuffer.wrap(content);
    return new ReadableByteChannel() {
      @Override
      public int read(ByteBuffer target) {
        if (!rest.hasRemaining()) {
          return -1;
        }
        target.put(rest.get());
        return 1;
      }

      @Override
      public boolean isOpen() {
        return true;
      }

      @Override
      public void close() {}
    };
  }
}
