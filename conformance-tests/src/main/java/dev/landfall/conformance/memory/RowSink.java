package dev.landfall.conformance.memory;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Idempotent writing of rows, in two ways: under an idempotency key that the store checks, or
 * appended from the highest position that is there. Thread-safe.
 */
public final class RowSink implements IdempotentSink {
  /** How a replayed row is recognised. */
  public enum Mode {
    /** By its name: the record's position. */
    KEY,
    /** By a position that is not above the highest one in the store when the writer was opened. */
    HIGHEST_POSITION
  }

  private final Endpoint endpoint;
  private final Mode mode;
  private final Set<Trait> traits;

  public RowSink(Endpoint endpoint, Mode mode, Set<Trait> traits) {
    this.endpoint = endpoint;
    this.mode = mode;
    this.traits = traits;
  }

  private boolean has(Trait trait) {
    return traits.contains(trait);
  }

  @Override
  public Guarantee guarantee() {
    return new Guarantee(Guarantee.Level.EXACTLY_ONCE, "rows", List.of(), Map.of());
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    return List.of();
  }

  @Override
  public IdempotentWriter writer(WriterId id, RejectedRecords rejected) throws SinkException {
    Writer writer = new Writer(id, endpoint.connect(), rejected);
    writer.open();
    return writer;
  }

  @Override
  public void close() {
    // Connections belong to writers.
  }

  /** One thread at a time. */
  private final class Writer implements IdempotentWriter {
    private static final int BATCH = 2;

    private final WriterId id;
    private final RejectedRecords rejected;
    private Connection connection;
    private final Map<String, Long> highest = new HashMap<>();
    private final List<Entry> buffer = new ArrayList<>();
    private final List<Connection.Reply<Boolean>> replies = new ArrayList<>();
    private long start;

    Writer(WriterId id, Connection connection, RejectedRecords rejected) {
      this.id = id;
      this.connection = connection;
      this.rejected = rejected;
    }

    void open() throws SinkException {
      try {
        if (has(Trait.KEY_WITH_GENERATION)) {
          String sink = id.sink().toString();
          start = connection.transactions().newest(sink, id.subtask(), 1 << 20) + 1;
          connection.transactions().register(new Owner(sink, id.subtask(), start));
        }
      } catch (StoreFailure e) {
        throw Failures.cannot("open " + id, e);
      }
    }

    @Override
    public void write(SinkRecord record) throws SinkException {
      Entry entry = Entry.of(record);
      Optional<String> refusal = entry.refusal();
      if (refusal.isPresent()) {
        rejected.reject(record, refusal.get());
      } else if (mode == Mode.KEY) {
        replies.add(connection.rows().insertIfAbsent(key(entry), entry));
      } else if (has(Trait.APPENDS_BLINDLY) || entry.offset() > highest(entry.split())) {
        buffer.add(entry);
        if (buffer.size() >= BATCH) {
          append();
        }
      }
    }

    private String key(Entry entry) {
      if (has(Trait.KEY_WITHOUT_SPLIT)) {
        return "row/" + entry.offset();
      }
      return has(Trait.KEY_WITH_GENERATION)
          ? "row/" + start + "/" + entry.record()
          : "row/" + entry.record();
    }

    private long highest(String split) throws SinkException {
      Long known = highest.get(split);
      if (known == null) {
        try {
          known = connection.rows().highestOffset(split);
        } catch (StoreFailure e) {
          throw Failures.cannot("read the highest position of " + split, e);
        }
        highest.put(split, known);
      }
      return known;
    }

    private void append() throws SinkException {
      List<Entry> batch = List.copyOf(buffer);
      buffer.clear();
      Connection.Reply<Boolean> reply = connection.rows().append("rows", batch);
      try {
        reply.await();
      } catch (StoreFailure e) {
        retry(batch, e, has(Trait.RETRIES_APPEND) && e.isUndecided());
        return;
      }
      if (!reply.failedRecords().isEmpty()) {
        StoreFailure partly =
            new StoreFailure(StoreFailure.Kind.BUSY, reply.failedRecords() + " failed");
        retry(batch, partly, has(Trait.RETRIES_WHOLE_BATCH));
      }
    }

    private void retry(List<Entry> batch, StoreFailure failure, boolean flawed)
        throws SinkException {
      if (!flawed) {
        throw new StoreUnavailableException("Cannot append: " + failure.getMessage(), failure);
      }
      try {
        connection.close();
        connection = endpoint.connect();
        connection.rows().append("rows", batch).await();
      } catch (StoreFailure e) {
        throw Failures.cannot("append again", e);
      }
    }

    @Override
    public void flush() throws SinkException {
      if (!buffer.isEmpty()) {
        append();
      }
      try {
        for (Connection.Reply<Boolean> reply : replies) {
          reply.await();
        }
      } catch (StoreFailure e) {
        throw Failures.cannot("flush", e);
      }
      replies.clear();
    }

    @Override
    public void close() {
      connection.close();
    }
  }
}
