package dev.landfall.sdk.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.CommittableCodec;
import dev.landfall.sdk.DamagedStateException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CarriedSegmentStoreTest {
  private static final IntervalId INTERVAL =
      new IntervalId(new SinkId("orders", "main").writer(0), new Generation(1), 1);

  private final CarriedSegmentStore store = new CarriedSegmentStore();

  @Test
  void readsFromTheCommittableAloneWhatWasSealed() throws Exception {
    List<SinkRecord> records = new RandomRecords(1).next(2_000);

    byte[] frame = CommittableCodec.encode(seal(store, records));

    Segment segment = new CarriedSegmentStore().sealed(CommittableCodec.decode(frame));
    assertThat(segment.committable().records()).isEqualTo(2_000);
    assertThat(read(segment)).isEqualTo(records);
    assertThat(read(segment)).as("any number of times").isEqualTo(records);
  }

  @Test
  void HO_12_anEmptyIntervalLeavesNothing() throws Exception {
    try (SegmentWriter writer = store.open(INTERVAL)) {
      assertThat(writer.seal()).isEmpty();
    }
  }

  @Test
  void anIntervalThatOutgrowsACheckpointFailsWithTheRemedy() throws Exception {
    SegmentWriter writer = new CarriedSegmentStore(900).open(INTERVAL);
    SinkRecord record = SinkRecord.put(Value.ofNull(), Value.of(new byte[300]));
    writer.append(record);
    writer.append(record);

    assertThatThrownBy(() -> writer.append(record))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("record 3")
        .hasMessageContaining("at most 900")
        .hasMessageContaining("shorten the checkpoint interval");
    assertThatThrownBy(writer::seal).hasMessageContaining("failed, expected open");
  }

  @Test
  void theLargestSegmentFitsIntoAFrame() throws Exception {
    SegmentWriter writer = store.open(INTERVAL);
    int bytes = CarriedSegmentStore.MAX_SEGMENT_BYTES - 1_000;
    writer.append(SinkRecord.put(Value.ofNull(), Value.of(new byte[bytes])));

    Committable sealed = writer.seal().orElseThrow();

    assertThat(CommittableCodec.encode(sealed)).hasSizeGreaterThan(bytes);
  }

  @Test
  void W_4_everyFlippedBitIsTold() throws Exception {
    Committable sealed = seal(store, new RandomRecords(1).next(3));

    for (int i = 0; i < sealed.payload().length; i++) {
      byte[] flipped = sealed.payload();
      flipped[i] ^= 1;
      Committable damaged = Committable.of(INTERVAL, sealed.version(), flipped, 3, "");
      assertThatThrownBy(() -> read(store.sealed(damaged)))
          .as("byte %d", i)
          .isInstanceOfAny(TornSegmentException.class, DamagedStateException.class);
    }
  }

  @Test
  void aCommittableOfAnotherLogIsRefused() {
    Committable other = Committable.of(INTERVAL, 1, new byte[40], 3, "");

    assertThatThrownBy(() -> store.sealed(other))
        .isInstanceOf(DamagedStateException.class)
        .hasMessageContaining("version 1, expected a segment carried with it");
  }

  private static Committable seal(SegmentStore store, List<SinkRecord> records) throws IOException {
    try (SegmentWriter writer = store.open(INTERVAL)) {
      for (SinkRecord record : records) {
        writer.append(record);
      }
      return writer.seal().orElseThrow();
    }
  }

  private static List<SinkRecord> read(Segment segment) throws IOException {
    List<SinkRecord> records = new ArrayList<>();
    try (SegmentReader reader = segment.open()) {
      for (Optional<SinkRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
        records.add(next.get());
      }
    }
    return records;
  }
}
