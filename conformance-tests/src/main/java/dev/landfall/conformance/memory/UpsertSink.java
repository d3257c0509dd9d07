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
 * The reference for idempotent writing: puts and deletes by key, in pipelined bulk requests whose
 * every reply is read. Thread-safe.
 */
public final class UpsertSink implements IdempotentSink {
  private final Endpoint endpoint;
  private final Set<Trait> traits;

  public UpsertSink(Endpoint endpoint, Set<Trait> traits) {
    this.endpoint = endpoint;
    this.traits = traits;
  }

  private boolean has(Trait trait) {
    return traits.contains(trait);
  }

  @Override
  public Guarantee guarantee() {
    return new Guarantee(Guarantee.Level.EXACTLY_ONCE, "reads by key", List.of(), Map.of());
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    return terms.keyed() || has(Trait.KEYLESS_STARTS)
        ? List.of()
        : List.of(
            Finding.error(
                "Cannot write records without a key: the table is read by key",
                "name the key of the records"));
  }

  @Override
  public IdempotentWriter writer(WriterId id, RejectedRecords rejected) {
    return new Writer(endpoint.connect(), rejected);
  }

  @Override
  public void close() {
    // Connections belong to writers.
  }

  /** One thread at a time. */
  private final class Writer implements IdempotentWriter {
    private static final int BATCH = 2;
    private static final int BUFFER = 64;

    private final Connection connection;
    private final RejectedRecords rejected;
    private final List<Entry> buffer = new ArrayList<>();
    private final Map<String, SinkRecord> sent = new HashMap<>();
    private final List<Connection.Reply<List<String>>> replies = new ArrayList<>();
    private final List<Connection.Reply<Boolean>> deletions = new ArrayList<>();

    Writer(Connection connection, RejectedRecords rejected) {
      this.connection = connection;
      this.rejected = rejected;
    }

    @Override
    public void write(SinkRecord record) {
      Entry entry = Entry.of(record);
      sent.put(entry.record(), record);
      if (entry.kind() == Entry.Kind.DELETE && has(Trait.REPLAYED_DELETES_SKIPPED)) {
        sendBatch();
        deletions.add(connection.rows().deleteOnce(entry));
        return;
      }
      buffer.add(entry);
      if (buffer.size() >= limit()) {
        sendBatch();
      }
    }

    private int limit() {
      if (has(Trait.UNBOUNDED_BUFFER)) {
        return Integer.MAX_VALUE;
      }
      return has(Trait.WRITES_NOTHING_BEFORE_FLUSH) ? BUFFER : BATCH;
    }

    private void sendBatch() {
      List<Entry> batch = List.copyOf(buffer);
      buffer.clear();
      if (batch.isEmpty()) {
        return;
      }
      boolean bad = batch.stream().anyMatch(Writer::isBad);
      if (bad && has(Trait.BAD_TAKES_NEIGHBOURS)) {
        batch.stream().filter(Writer::isBad).forEach(this::reject);
        return;
      }
      if (has(Trait.REMOVES_BEFORE_IT_WRITES)) {
        replies.add(
            send(batch.stream().filter(entry -> !isBad(entry)).map(Entry::asDelete).toList()));
      }
      replies.add(send(batch));
    }

    private static boolean isBad(Entry entry) {
      return entry.kind() == Entry.Kind.BAD;
    }

    private Connection.Reply<List<String>> send(List<Entry> batch) {
      if (!has(Trait.COMPARES_VERSIONS)) {
        return connection.rows().bulk("table", batch);
      }
      return has(Trait.DELETIONS_FORGOTTEN)
          ? connection.rows().bulkNewer("table", batch, Tables.Tombstones.DROPPED)
          : connection.rows().bulkNewer("table", batch, Tables.Tombstones.KEPT);
    }

    private void reject(Entry entry) {
      SinkRecord record = sent.get(entry.record());
      if (record != null) {
        rejected.reject(record, "too large for the store");
      }
    }

    @Override
    public void flush() throws SinkException {
      if (has(Trait.LOCKS_READERS)) {
        flushBehindLock();
        return;
      }
      flushNow();
    }

    /** Readers wait until everything of the interval is there. */
    private void flushBehindLock() throws SinkException {
      try {
        connection.transactions().lock("table", Optional.empty());
        flushNow();
        connection.transactions().unlock("table");
      } catch (StoreFailure e) {
        throw Failures.cannot("lock the table", e);
      }
    }

    private void flushNow() throws SinkException {
      sendBatch();
      if (has(Trait.FLUSHES_WITHOUT_REPLIES)) {
        replies.clear();
        return;
      }
      try {
        List<Entry> again = new ArrayList<>();
        for (Connection.Reply<List<String>> reply : replies) {
          read(reply, again);
        }
        for (Connection.Reply<Boolean> deletion : deletions) {
          deletion.await();
        }
        if (!again.isEmpty()) {
          connection.rows().bulk("table", again).await();
        }
      } catch (StoreFailure e) {
        throw Failures.cannot("flush", e);
      }
      replies.clear();
      deletions.clear();
      sent.clear();
    }

    /**
     * A bulk reply is read item by item: what was refused is named, what failed fails the flush.
     */
    private void read(Connection.Reply<List<String>> reply, List<Entry> again)
        throws StoreFailure, SinkException {
      List<String> refused = reply.await();
      if (has(Trait.IGNORES_ITEM_ERRORS)) {
        return;
      }
      for (Entry entry : reply.request().entries()) {
        if (refused.contains(entry.record())) {
          refuse(entry);
        } else if (reply.failedRecords().contains(entry.record())) {
          failed(entry, again);
        }
      }
    }

    private void failed(Entry entry, List<Entry> again) throws SinkException {
      if (has(Trait.RETRIES_OUT_OF_ORDER)) {
        again.add(entry);
        return;
      }
      throw new StoreUnavailableException(
          "Cannot write " + entry.record() + ": the store was busy (flush again from the barrier)");
    }

    private void refuse(Entry entry) throws StoreFailure {
      if (has(Trait.BAD_RETRIED_FOR_EVER)) {
        boolean refused = true;
        while (refused) {
          refused = !connection.rows().bulk("table", List.of(entry)).await().isEmpty();
        }
      }
      reject(entry);
    }

    @Override
    public void close() {
      if (has(Trait.FLUSHES_AT_CLOSE)) {
        replies.forEach(reply -> connection.rows().bulk("table", reply.request().entries()));
        connection.deliverAll();
      }
      connection.close();
    }
  }
}
