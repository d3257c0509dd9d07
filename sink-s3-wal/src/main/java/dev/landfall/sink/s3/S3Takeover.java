package dev.landfall.sink.s3;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a restart reads and writes in the logs of a scope. One thread at a time. */
final class S3Takeover implements Takeover {
  private final ObjectStore store;
  private final Logs logs;
  private final Fence fence;
  private final String prefix;

  S3Takeover(ObjectStore store, Logs logs, String instance, String prefix) {
    this.store = store;
    this.logs = logs;
    this.fence = new Fence(logs, instance);
    this.prefix = prefix;
  }

  @Override
  public Generation newest(WriterScope scope) throws SinkException, InterruptedException {
    Generation newest = Generation.NONE;
    for (WriterId writer : logs.writers()) {
      if (scope.contains(writer)) {
        newest = newest.max(Logs.fenced(logs.of(writer.subtask())));
      }
    }
    return newest;
  }

  @Override
  public List<IntervalId> confirmed(WriterScope scope) throws SinkException, InterruptedException {
    List<IntervalId> confirmed = new ArrayList<>();
    for (WriterId writer : logs.writers()) {
      if (scope.contains(writer)) {
        Optional<IntervalId> newest = logs.of(writer.subtask()).state().confirmed();
        newest.ifPresent(confirmed::add);
      }
    }
    return confirmed;
  }

  @Override
  public void fence(WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    fence.take(scope, current);
  }

  /**
   * Ends the multipart uploads of older generations. What else they left behind in objects needs a
   * listing of all data to be found, and is left to {@code leftovers}; with the log in the store it
   * is announced, and cleared there.
   */
  @Override
  public List<String> abortDangling(WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    List<String> aborted = new ArrayList<>();
    for (Upload upload : store.uploads(prefix)) {
      Optional<ObjectName> name = ObjectName.parse(upload.key());
      if (name.isPresent()
          && scope.contains(name.get().interval().writer())
          && name.get().interval().generation().isOlderThan(current)) {
        store.abort(upload);
        aborted.add("upload of '" + upload.key() + "'");
      }
    }
    return aborted;
  }

  @Override
  public void close() {}
}
