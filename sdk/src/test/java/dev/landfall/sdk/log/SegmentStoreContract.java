package dev.landfall.sdk.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.CommittableCodec;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every {@link SegmentStore} promises, wherever its segments live. One thread at a time. */
public abstract class SegmentStoreContract {
  protected static final SinkId SINK = new SinkId("orders", "main");

  /** The store over what the test has stored so far; each call as if by another process. */
  protected abstract SegmentStore store() throws IOException;

  @Test
  void readsFromAnotherProcessWhatWasSealed() throws Exception {
    List<SinkRecord> records = new RandomRecords(1).next(2_000);

    Committable sealed = seal(interval(0, 1, 1), records);

    Committable stored = CommittableCodec.decode(CommittableCodec.encode(sealed));
    Segment segment = store().sealed(stored);
    assertThat(sealed.records()).isEqualTo(2_000);
    assertThat(segment.committable()).isEqualTo(sealed);
    assertThat(read(segment)).isEqualTo(records);
    assertThat(read(segment)).as("any number of times").isEqualTo(records);
  }

  @Test
  void tellsTheEndAgainAndAgain() throws Exception {
    Committable sealed = seal(interval(0, 1, 1), new RandomRecords(1).next(1));

    try (SegmentReader reader = store().sealed(sealed).open()) {
      assertThat(reader.next()).isPresent();
      assertThat(reader.next()).isEmpty();
      assertThat(reader.next()).isEmpty();
    }
  }

  @Test
  void HO_12_anEmptyIntervalLeavesNothing() throws Exception {
    SegmentStore store = store();
    Optional<Committable> sealed;
    try (SegmentWriter writer = store.open(interval(0, 1, 1))) {
      sealed = writer.seal();
    }

    assertThat(sealed).isEmpty();
    assertThat(clear(2, Set.of())).isEmpty();
    seal(interval(0, 1, 1), new RandomRecords(1).next(1));
  }

  @Test
  void closeDiscardsAnOpenSegment() throws Exception {
    SegmentWriter writer = store().open(interval(0, 1, 1));
    writer.append(new RandomRecords(1).next());

    writer.close();
    writer.close();

    assertThat(clear(2, Set.of())).isEmpty();
  }

  @Test
  void closeLeavesASealedSegmentAlone() throws Exception {
    List<SinkRecord> records = new RandomRecords(1).next(3);
    SegmentWriter writer = store().open(interval(0, 1, 1));
    for (SinkRecord record : records) {
      writer.append(record);
    }
    Committable sealed = writer.seal().orElseThrow();

    writer.close();

    assertThat(read(store().sealed(sealed))).isEqualTo(records);
  }

  @Test
  void refusesANameThatIsSealed() throws Exception {
    List<SinkRecord> records = new RandomRecords(1).next(3);
    Committable sealed = seal(interval(0, 1, 1), records);

    assertThatThrownBy(() -> store().open(interval(0, 1, 1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("g1-o1");
    assertThat(read(store().sealed(sealed))).isEqualTo(records);
  }

  @Test
  void refusesUseAfterSeal() throws Exception {
    SegmentWriter writer = store().open(interval(0, 1, 1));
    SinkRecord record = new RandomRecords(1).next();
    writer.append(record);
    writer.seal();

    assertThatThrownBy(() -> writer.append(record)).isInstanceOf(IOException.class);
    assertThatThrownBy(writer::seal).isInstanceOf(IOException.class);
  }

  @Test
  void W_4_aSegmentThatIsGoneIsTold() throws Exception {
    Committable sealed = seal(interval(0, 1, 1), new RandomRecords(1).next(3));
    store().forget(sealed);

    assertThatThrownBy(() -> store().sealed(sealed))
        .isInstanceOf(TornSegmentException.class)
        .hasMessageContaining("g1-o1");
  }

  @Test
  void W_4_anotherSegmentOfTheSameNameIsNotTheOneThatWasSealed() throws Exception {
    Committable first = seal(interval(0, 1, 1), new RandomRecords(1).next(3));
    store().forget(first);
    Committable second = seal(interval(0, 1, 1), new RandomRecords(2).next(3));

    assertThat(read(store().sealed(second))).hasSize(3);
    assertThatThrownBy(() -> store().sealed(first)).isInstanceOf(TornSegmentException.class);
  }

  @Test
  void forgetIsIdempotentAndTouchesNoNeighbour() throws Exception {
    Committable first = seal(interval(0, 1, 1), new RandomRecords(1).next(3));
    Committable second = seal(interval(0, 1, 2), new RandomRecords(2).next(3));

    store().forget(first);
    store().forget(first);

    assertThat(read(store().sealed(second))).hasSize(3);
  }

  @Test
  void SI_4_clearSparesTheOwnGenerationAndWhatIsRetained() throws Exception {
    Committable retained = seal(interval(0, 1, 1), new RandomRecords(1).next(3));
    Committable dangling = seal(interval(0, 1, 2), new RandomRecords(2).next(3));
    SegmentWriter abandoned = store().open(interval(0, 1, 3));
    Committable own = seal(interval(0, 2, 1), new RandomRecords(3).next(3));

    List<String> deleted = clear(2, Set.of(retained.interval()));

    assertThat(deleted).hasSize(2);
    assertThat(deleted.get(0)).contains("g1-o2");
    assertThat(deleted.get(1)).contains("g1-o3");
    assertThat(read(store().sealed(retained))).hasSize(3);
    assertThat(read(store().sealed(own))).hasSize(3);
    assertThatThrownBy(() -> store().sealed(dangling)).isInstanceOf(TornSegmentException.class);
    assertThat(clear(2, Set.of(retained.interval()))).as("a second time").isEmpty();
    abandoned.close();
  }

  @Test
  void W_6_aWriterOfAClearedGenerationCannotSeal() throws Exception {
    SegmentWriter old = store().open(interval(0, 1, 1));
    old.append(new RandomRecords(1).next());

    clear(2, Set.of());

    assertThatThrownBy(old::seal).isInstanceOf(IOException.class);
    old.close();
  }

  @Test
  void SI_5_clearTouchesNothingOutsideTheScope() throws Exception {
    Committable other = seal(interval(1, 1, 1), new RandomRecords(1).next(3));
    Committable longer =
        seal(
            new IntervalId(new SinkId("orders-eu", "main").writer(0), new Generation(1), 1),
            new RandomRecords(2).next(3));
    Committable sibling =
        seal(
            new IntervalId(new SinkId("orders", "main2").writer(0), new Generation(1), 1),
            new RandomRecords(3).next(3));
    Committable rescaled = seal(interval(2, 1, 1), new RandomRecords(4).next(3));

    List<String> deleted = clear(5, Set.of());

    assertThat(deleted).as("subtask 2 is subtask 0's at parallelism 2").hasSize(1);
    assertThatThrownBy(() -> store().sealed(rescaled)).isInstanceOf(TornSegmentException.class);
    assertThat(read(store().sealed(other))).hasSize(3);
    assertThat(read(store().sealed(longer))).hasSize(3);
    assertThat(read(store().sealed(sibling))).hasSize(3);
  }

  @Test
  void SI_8_anUnloggableRecordLeavesItsNeighboursAlone() throws Exception {
    List<SinkRecord> records = new RandomRecords(1).next(2);
    SinkRecord tooLong = SinkRecord.put(records.get(0).key(), Value.of(new byte[64 << 20]));
    Committable sealed;
    try (SegmentWriter writer = store().open(interval(0, 1, 1))) {
      writer.append(records.get(0));
      assertThatThrownBy(() -> writer.append(tooLong))
          .isInstanceOf(UnloggableRecordException.class);
      writer.append(records.get(1));
      sealed = writer.seal().orElseThrow();
    }

    assertThat(read(store().sealed(sealed))).isEqualTo(records);
  }

  /** Deletes what is older than {@code current} in the scope of subtask 0 of 2. */
  private List<String> clear(long current, Set<IntervalId> retained) throws IOException {
    return store().clear(new WriterScope(SINK, 0, 2), new Generation(current), retained);
  }

  protected static IntervalId interval(int subtask, long generation, long ordinal) {
    WriterId writer = SINK.writer(subtask);
    return new IntervalId(writer, new Generation(generation), ordinal);
  }

  protected final Committable seal(IntervalId interval, List<SinkRecord> records)
      throws IOException {
    try (SegmentWriter writer = store().open(interval)) {
      for (SinkRecord record : records) {
        writer.append(record);
      }
      return writer.seal().orElseThrow();
    }
  }

  protected static List<SinkRecord> read(Segment segment) throws IOException {
    List<SinkRecord> records = new ArrayList<>();
    try (SegmentReader reader = segment.open()) {
      for (Optional<SinkRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
        records.add(next.get());
      }
    }
    return records;
  }
}
