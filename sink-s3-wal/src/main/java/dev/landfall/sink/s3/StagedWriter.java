package dev.landfall.sink.s3;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.log.SegmentWriter;
import dev.landfall.sdk.log.UnloggableRecordException;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes data objects while records arrive; sealing lists them in a manifest. One thread at a time.
 *
 * <p>Order: names are announced before an object of that name is sent, so that a crash leaves
 * nothing that cannot be found without listing all data; the manifest comes last, so that it names
 * acknowledged objects only.
 */
final class StagedWriter implements SegmentWriter {
  private static final int MAX_ATTEMPTS = 8;

  private final IntervalId interval;
  private final StagedKeys keys;
  private final ObjectWriting writing;
  private final Backoff backoff;
  private final IntervalWriter objects;
  private int announcements;
  private long records;

  StagedWriter(IntervalId interval, StagedKeys keys, ObjectWriting writing, Backoff backoff) {
    this.interval = interval;
    this.keys = keys;
    this.writing = writing;
    this.backoff = backoff;
    this.objects = new IntervalWriter(interval, writing, this::announce);
  }

  @Override
  public void append(SinkRecord record) throws IOException {
    StoreCalls.asIo(
        () -> {
          try {
            objects.append(record);
          } catch (UnwritableException e) {
            throw new UnloggableRecordException(String.valueOf(e.getMessage()));
          }
          return true;
        });
    records++;
  }

  @Override
  public Optional<Committable> seal() throws IOException {
    if (records == 0) {
      return Optional.empty();
    }
    return StoreCalls.asIo(
        () -> {
          List<DataObject> written = objects.finish();
          byte[] manifest = new Manifest(interval, written).encode();
          write(keys.manifest(), manifest);
          StagedPayload payload = new StagedPayload(keys.manifest(), Digest.of(manifest));
          String summary = written.size() + " objects, " + records + " records in the store";
          return Optional.of(
              Committable.of(interval, StagedPayload.VERSION, payload.encode(), records, summary));
        });
  }

  /** Gives up what was not sealed; its announcements let the next start clear it. */
  @Override
  public void close() {
    objects.close();
  }

  private void announce(List<String> objectKeys) throws SinkException, InterruptedException {
    List<ObjectNode> lines = new ArrayList<>();
    for (String key : objectKeys) {
      ObjectNode line = FramedLines.MAPPER.createObjectNode();
      line.put("kind", "announced");
      line.put("key", key);
      lines.add(line);
    }
    announcements++;
    write(keys.announcement(announcements), FramedLines.encode(lines));
  }

  /** Nobody else may write these names: this generation is one process. */
  private void write(String key, byte[] bytes) throws SinkException, InterruptedException {
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      CreateResult result = writing.store().create(key, bytes);
      if (result instanceof CreateResult.Created) {
        return;
      }
      Optional<StoredObject> there = writing.store().read(key);
      if (there.isPresent()) {
        requireOwn(key, bytes, there.get());
        return;
      }
      backoff.pause(attempt);
    }
    throw new StoreUnavailableException(
        "Cannot write '" + key + "': no answer but a conflict in " + MAX_ATTEMPTS + " attempts");
  }

  private void requireOwn(String key, byte[] bytes, StoredObject there) throws SinkException {
    if (!Digest.of(there.bytes()).equals(Digest.of(bytes))) {
      throw new SinkException(
          "Cannot seal "
              + interval
              + ": '"
              + key
              + "' is there with other content, so another process writes as generation "
              + interval.generation()
              + " (end one of the two)");
    }
  }
}
