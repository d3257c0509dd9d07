package dev.landfall.sdk.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.DamagedStateException;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RecordCodecTest {
  private static final int MANY = 64 << 20;

  @Test
  void losesNothingOfAnyKind() throws Exception {
    List<SinkRecord> records = new RandomRecords(42).next(5_000);

    List<SinkRecord> read = decoded(encoded(records));
    assertThat(read).hasSameSizeAs(records);
    for (int i = 0; i < records.size(); i++) {
      assertThat(read.get(i)).isEqualTo(records.get(i));
    }
  }

  /** Half a pair anywhere in short and long text, among question marks that are meant. */
  @Test
  void keepsHalfASurrogatePairWhereverItIs() throws Exception {
    for (int length = 1; length < 120; length++) {
      for (int at = 0; at < length; at++) {
        String text = "a".repeat(at) + '\uD83D' + "?".repeat(length - at - 1);
        SinkRecord record = SinkRecord.put(Value.of(text), Value.of(text.replace('\uD83D', 'é')));

        assertThat(decoded(encoded(List.of(record)))).containsExactly(record);
      }
    }
  }

  @Test
  void keepsTheOrderOfFields() throws Exception {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("z", Value.of(1));
    fields.put("a", Value.of(2));
    SinkRecord record = SinkRecord.put(Value.ofNull(), Value.of(fields));

    SinkRecord read = decoded(encoded(List.of(record))).get(0);

    assertThat(((Value.OfMap) read.value()).fields().keySet()).containsExactly("z", "a");
  }

  /** The decoder remembers names by place: neighbours with others, or with fewer, must not mix. */
  @Test
  void keepsNamesThatChangeFromRecordToRecord() throws Exception {
    List<SinkRecord> records = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Map<String, Value> inner = Map.of("n" + i % 3, Value.of(i), "x".repeat(i * 10), Value.of(0));
      Map<String, Value> fields = new LinkedHashMap<>();
      for (int field = 0; field < i % 7; field++) {
        fields.put((i % 2 == 0 ? "a" : "b") + field, Value.of(inner));
      }
      records.add(SinkRecord.put(Value.ofNull(), Value.of(fields)));
    }

    assertThat(decoded(encoded(records))).isEqualTo(records);
  }

  @Test
  void keepsTheBitsOfEveryNaN() throws Exception {
    double odd = Double.longBitsToDouble(0x7ff8000000000042L);
    SinkRecord record = SinkRecord.put(Value.of(-0.0), Value.of(odd));

    SinkRecord read = decoded(encoded(List.of(record))).get(0);

    assertThat(Double.doubleToRawLongBits(((Value.OfDouble) read.value()).value()))
        .isEqualTo(0x7ff8000000000042L);
    assertThat(Double.doubleToRawLongBits(((Value.OfDouble) read.key()).value()))
        .isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void writesARepeatedSplitOnce() throws Exception {
    SinkRecord record = SinkRecord.delete(Value.of(1)).at(SourcePosition.of("s".repeat(1_000), 1));

    List<byte[]> bodies = encoded(List.of(record, record));

    assertThat(bodies.get(0)).hasSizeGreaterThan(1_000);
    assertThat(bodies.get(1)).hasSizeLessThan(10);
    assertThat(decoded(bodies)).containsExactly(record, record);
  }

  @Test
  void refusesWhatIsNestedTooDeeply() throws Exception {
    SinkRecord deepest = SinkRecord.put(Value.ofNull(), nested(RecordFormat.MAX_DEPTH));
    SinkRecord tooDeep =
        SinkRecord.put(Value.ofNull(), nested(RecordFormat.MAX_DEPTH + 1))
            .at(SourcePosition.of("orders-3", 17));

    assertThat(decoded(encoded(List.of(deepest)))).containsExactly(deepest);
    assertThatThrownBy(() -> encoded(List.of(tooDeep)))
        .isInstanceOf(UnloggableRecordException.class)
        .hasMessage(
            "Cannot log the record at orders-3 offset 17: its lists and maps are nested too deeply,"
                + " expected at most 256 levels");
  }

  @Test
  void refusesWhatIsTooLong() {
    SinkRecord tooLong =
        SinkRecord.put(Value.ofNull(), Value.of(new byte[RecordFormat.MAX_RECORD_BYTES]));

    assertThatThrownBy(() -> encoded(List.of(tooLong)))
        .isInstanceOf(UnloggableRecordException.class)
        .hasMessageContaining("expected at most 67108864 bytes");
  }

  @Test
  void refusesEveryTruncatedPrefix() throws Exception {
    for (SinkRecord record : new RandomRecords(3).next(200)) {
      byte[] body = encoded(List.of(record)).get(0);
      for (int length = 0; length < body.length; length++) {
        byte[] prefix = Arrays.copyOf(body, length);
        assertThatThrownBy(() -> decoded(List.of(prefix)))
            .isInstanceOf(DamagedStateException.class);
      }
    }
  }

  /** Checksums keep such bytes away; a decoder that trusted them would be one bug from a crash. */
  @Test
  void survivesHostileBytes() throws Exception {
    Random random = new Random(5);
    RandomRecords records = new RandomRecords(5);

    for (int round = 0; round < 50_000; round++) {
      byte[] body = encoded(List.of(records.next())).get(0);
      for (int i = random.nextInt(4); i >= 0; i--) {
        body[random.nextInt(body.length)] = (byte) random.nextInt(256);
      }
      decodeOrRefuse(body);
    }
  }

  @Test
  void survivesHostileDepthAndCount() {
    byte[] deep = new byte[MANY >> 4];
    Arrays.fill(deep, (byte) 1);
    deep[0] = RecordFormat.SAME_SPLIT;
    for (int i = 2; i < deep.length; i += 2) {
      deep[i] = RecordFormat.LIST_TAG;
    }
    byte[] wide = {RecordFormat.SAME_SPLIT, 0, RecordFormat.LIST_TAG, -1, -1, -1, -1, 7};

    assertThatThrownBy(() -> decoded(List.of(deep))).hasMessageContaining("nested deeper");
    assertThatThrownBy(() -> decoded(List.of(wide))).hasMessageContaining("a length of 2147483647");
  }

  private static Value nested(int depth) {
    Value value = Value.of(1);
    for (int i = 0; i < depth; i++) {
      value = Value.of(List.of(value));
    }
    return value;
  }

  private static List<byte[]> encoded(List<SinkRecord> records) throws Exception {
    ByteOutput out = new ByteOutput(16, RecordFormat.MAX_RECORD_BYTES + 100);
    RecordEncoder encoder = new RecordEncoder(out);
    List<byte[]> bodies = new ArrayList<>();
    for (SinkRecord record : records) {
      encoder.encode(record);
      bodies.add(Arrays.copyOf(out.array(), out.position()));
      out.rewind(0);
    }
    return bodies;
  }

  private static List<SinkRecord> decoded(List<byte[]> bodies) throws DamagedStateException {
    RecordDecoder decoder = new RecordDecoder();
    ByteInput in = new ByteInput();
    List<SinkRecord> records = new ArrayList<>();
    for (byte[] body : bodies) {
      in.reset(body, 0, body.length);
      records.add(decoder.decode(in));
    }
    return records;
  }

  private static void decodeOrRefuse(byte[] body) {
    try {
      assertThat(decoded(List.of(body))).hasSize(1);
    } catch (DamagedStateException e) {
      assertThat(e).hasMessageNotContaining("null");
    }
  }
}
