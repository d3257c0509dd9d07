package dev.landfall.runner;

import dev.landfall.runner.letters.Letter;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.source.RecordOutput;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives a reading thread's records to the writers, in batches. Owned by that thread. */
final class Outlet implements RecordOutput {
  private final int reader;
  private final List<Inbox> inboxes;
  private final KeyExtractor keys;
  private final Router router;
  private final Rejections rejections;
  private final Counters counters;
  private final @Nullable Batch[] filling;
  private long read;

  Outlet(
      int reader,
      List<Inbox> inboxes,
      KeyExtractor keys,
      Router router,
      Rejections rejections,
      Counters counters) {
    this.reader = reader;
    this.inboxes = inboxes;
    this.keys = keys;
    this.router = router;
    this.rejections = rejections;
    this.counters = counters;
    this.filling = new Batch[inboxes.size()];
  }

  @Override
  public void record(SinkRecord record) throws InterruptedException {
    read++;
    SinkRecord keyed = keys.keyed(record);
    if (keyed == null) {
      String reason = keys.reason(record);
      rejections.reject(record, reason);
      putAside(() -> Letter.of(record, reason));
      return;
    }
    int writer = router.writer(keyed);
    Batch batch = filling(writer);
    batch.add(keyed, RecordSize.of(keyed));
    sendIfFull(writer, batch);
  }

  @Override
  public void reject(SourcePosition position, String raw, String reason)
      throws InterruptedException {
    read++;
    rejections.reject(new RejectedRecord(position, reason, Optional.of(raw)));
    putAside(() -> Letter.unread(position, raw, reason));
  }

  /** A letter goes the way of a record, so that the barrier comes after it (HO-2). */
  private void putAside(Supplier<SinkRecord> letter) throws InterruptedException {
    if (rejections.keepsLetters()) {
      int writer = reader % filling.length;
      Batch batch = filling(writer);
      SinkRecord made = letter.get();
      batch.addLetter(made, RecordSize.of(made));
      sendIfFull(writer, batch);
    }
  }

  private Batch filling(int writer) {
    Batch batch = filling[writer];
    if (batch == null) {
      batch = new Batch();
      filling[writer] = batch;
    }
    return batch;
  }

  private void sendIfFull(int writer, Batch batch) throws InterruptedException {
    if (batch.isFull()) {
      send(writer, batch);
    }
  }

  /** Sends what is there, so that a slow source's records do not wait for company. */
  void flush() throws InterruptedException {
    for (int writer = 0; writer < filling.length; writer++) {
      Batch batch = filling[writer];
      if (batch != null) {
        send(writer, batch);
      }
    }
    count();
  }

  private void send(int writer, Batch batch) throws InterruptedException {
    filling[writer] = null;
    inboxes.get(writer).put(reader, batch);
    count();
  }

  private void count() {
    counters.read(read);
    read = 0;
  }

  /** Sends everything, then the barrier, to every writer (HO-2). */
  void barrier(CheckpointId checkpoint) throws InterruptedException {
    flush();
    inboxes.forEach(inbox -> inbox.putBarrier(reader, checkpoint));
  }
}
