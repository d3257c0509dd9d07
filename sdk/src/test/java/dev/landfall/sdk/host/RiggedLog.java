package dev.landfall.sdk.host;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A log that writes every call down, and whose device fails when told. One thread at a time. */
final class RiggedLog implements SegmentStore {
  final List<String> calls = new ArrayList<>();

  /** The call that fails, or empty. */
  String failing = "";

  private void call(String what, String of) throws IOException {
    calls.add(what + " " + of);
    if (what.equals(failing)) {
      throw new IOException("the device failed");
    }
  }

  @Override
  public SegmentWriter open(IntervalId interval) throws IOException {
    call("open", "" + interval.ordinal());
    return new Writer(interval);
  }

  private final class Writer implements SegmentWriter {
    private final IntervalId interval;

    Writer(IntervalId interval) {
      this.interval = interval;
    }

    @Override
    public void append(SinkRecord record) throws IOException {
      call("append", record.key().toString());
    }

    @Override
    public Optional<Committable> seal() throws IOException {
      call("seal", "" + interval.ordinal());
      return Optional.of(Samples.committable(interval));
    }

    @Override
    public void close() throws IOException {
      call("close", "" + interval.ordinal());
    }
  }

  @Override
  public Segment sealed(Committable committable) throws IOException {
    call("sealed", "" + committable.interval().ordinal());
    throw new IOException("nothing is kept");
  }

  @Override
  public void forget(Committable committable) throws IOException {
    call("forget", "" + committable.interval().ordinal());
  }

  @Override
  public List<String> clear(WriterScope scope, Generation current, Set<IntervalId> retained)
      throws IOException {
    call("clear", scope.subtask() + " below " + current + " but " + retained);
    return List.of("segment of " + scope.subtask());
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
