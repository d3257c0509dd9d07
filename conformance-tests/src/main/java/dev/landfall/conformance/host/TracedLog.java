package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Phase;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A segment log behind a {@link Trace}. As thread-safe as what it wraps. */
record TracedLog(SegmentStore log, Trace trace) implements SegmentStore {
  @Override
  public SegmentWriter open(IntervalId interval) throws IOException {
    Turnstile turnstile = trace.turnstile(interval.writer().toString());
    return new LogWriter(log.open(interval), interval.toString(), trace, turnstile);
  }

  @Override
  public Segment sealed(Committable committable) throws IOException {
    return log.sealed(committable);
  }

  @Override
  public void forget(Committable committable) throws IOException {
    unlessSink(
        () -> {
          trace.<IOException>act(
              Phase.COMMIT,
              "forget",
              committable.interval().toString(),
              () -> log.forget(committable));
          return true;
        });
  }

  @Override
  public List<String> clear(WriterScope scope, Generation current, Set<IntervalId> retained)
      throws IOException {
    return unlessSink(
        () ->
            trace.<List<String>, IOException>call(
                Phase.RECOVER,
                "clear",
                scope.toString(),
                () -> log.clear(scope, current, retained),
                List::toString));
  }

  @Override
  public void close() throws IOException {
    log.close();
  }

  private record LogWriter(SegmentWriter writer, String interval, Trace trace, Turnstile turnstile)
      implements SegmentWriter {
    @Override
    public void append(SinkRecord record) throws IOException {
      unlessSink(
          () -> {
            turnstile.<IOException>pass(
                "write",
                () ->
                    trace.<IOException>often(
                        Phase.WRITE, "write", Traced.record(record), () -> writer.append(record)));
            return true;
          });
    }

    @Override
    public Optional<Committable> seal() throws IOException {
      return unlessSink(
          () ->
              trace.<Optional<Committable>, IOException>call(
                  Phase.PREPARE,
                  "seal",
                  interval,
                  writer::seal,
                  result -> result.map(Committable::toString).orElse("nothing")));
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }
  }

  @FunctionalInterface
  private interface LogCall<T> {
    T run() throws IOException, SinkException, InterruptedException;
  }

  /** A log throws I/O errors alone; the trace's signature allows more. */
  private static <T> T unlessSink(LogCall<T> call) throws IOException {
    try {
      return call.run();
    } catch (SinkException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
