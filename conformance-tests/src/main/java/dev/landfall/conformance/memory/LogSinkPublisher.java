package dev.landfall.conformance.memory;

import dev.landfall.conformance.model.Access;
import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Uploads, waits for every part, confirms last (W-2). One thread at a time. */
final class LogSinkPublisher implements SegmentPublisher {
  private static final int PART = 2;
  private static final int ATTEMPTS = 3;

  private final LogSink sink;
  private Connection connection;

  LogSinkPublisher(LogSink sink) {
    this.sink = sink;
    this.connection = sink.connect();
  }

  @Override
  public CommitOutcome publish(Segment segment) throws SinkException, IOException {
    IntervalId interval = segment.committable().interval();
    StoreFailure last = new StoreFailure(StoreFailure.Kind.TIMEOUT, "not tried");
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return attempt(segment, interval);
      } catch (StoreFailure e) {
        last = e;
        if (e.kind() == StoreFailure.Kind.FENCED) {
          throw new FencedException("Cannot publish " + interval + ": " + e.getMessage(), e);
        }
        connection.close();
        connection = sink.connect();
      }
    }
    throw new StoreUnavailableException("Cannot publish " + interval + ": " + last, last);
  }

  private CommitOutcome attempt(Segment segment, IntervalId interval)
      throws StoreFailure, IOException {
    ConfirmationLog log = new ConfirmationLog(connection, interval.writer()).read();
    if (log.confirms(interval) && !sink.has(Trait.NEW_OBJECT_EACH_TIME)) {
      return CommitOutcome.alreadyCommitted("confirmation of " + interval);
    }
    String object =
        sink.has(Trait.NEW_OBJECT_EACH_TIME)
            ? Names.object(interval, log.entries().size())
            : objectName(interval);
    if (sink.has(Trait.CONFIRMS_FIRST)) {
      log.confirm(interval, List.of(object));
      upload(object, read(segment));
      return CommitOutcome.committed();
    }
    // 1. every record, 2. every acknowledgement, 3. the confirmation: a crash before 3 leaves
    // objects that no reader follows, and the next attempt writes the same ones again.
    List<Entry> entries = read(segment);
    upload(object, entries);
    if (sink.has(Trait.UPLOADS_AGAIN)) {
      upload(object, entries);
    }
    boolean mine = log.confirm(interval, List.of(object));
    return mine
        ? CommitOutcome.committed()
        : CommitOutcome.alreadyCommitted("confirmation of " + interval);
  }

  private String objectName(IntervalId interval) {
    if (sink.has(Trait.NAMES_WITHOUT_GENERATION)) {
      return Names.DATA + interval.writer() + "/o" + interval.ordinal();
    }
    return sink.has(Trait.CLOCK_IN_NAMES)
        ? Names.DATA + interval + "/" + sink.context().time().now().toEpochMilli()
        : Names.object(interval, 0);
  }

  private static List<Entry> read(Segment segment) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (SegmentReader reader = segment.open()) {
      for (var next = reader.next(); next.isPresent(); next = reader.next()) {
        entries.add(Entry.of(next.get()));
      }
    }
    return entries;
  }

  private void upload(String object, List<Entry> entries) throws StoreFailure {
    if (sink.has(Trait.NAMES_WITHOUT_GENERATION)) {
      connection.objects().put(Access.PUT, object, entries, "");
      return;
    }
    String upload = connection.objects().createUpload(object);
    List<Connection.Reply<Boolean>> parts = new ArrayList<>();
    for (int from = 0; from < entries.size(); from += PART) {
      List<Entry> part = entries.subList(from, Math.min(from + PART, entries.size()));
      parts.add(connection.objects().uploadPart(object, upload, parts.size(), part));
    }
    for (Connection.Reply<Boolean> part : parts) {
      awaitPart(part);
    }
    connection.objects().completeUpload(object, upload);
  }

  private void awaitPart(Connection.Reply<Boolean> part) throws StoreFailure {
    try {
      part.await();
    } catch (StoreFailure e) {
      if (!sink.has(Trait.FORGETS_FAILED_PART)) {
        throw e;
      }
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
