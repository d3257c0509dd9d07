package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/**
 * Sends one object: whole, or in parts if it is larger than one. One thread at a time; the sending
 * itself runs on the workers.
 */
final class ObjectSender {
  private final String key;
  private final ObjectStore store;
  private final DataObjects objects;
  private final Workers workers;
  private final Digest.Accumulator digest = new Digest.Accumulator();
  private final List<Future<UploadedPart>> parts = new ArrayList<>();
  private Optional<CompletableFuture<Upload>> upload = Optional.empty();
  private long offset;

  ObjectSender(String key, ObjectStore store, DataObjects objects, Workers workers) {
    this.key = key;
    this.store = store;
    this.objects = objects;
    this.workers = workers;
  }

  /** Sends a part that is not the last. */
  void part(byte[] bytes) throws InterruptedException {
    if (upload.isEmpty()) {
      upload = Optional.of(workers.send(() -> store.startUpload(key)));
    }
    CompletableFuture<Upload> started = upload.get();
    int number = parts.size() + 1;
    long at = offset;
    digest.add(bytes, 0, bytes.length);
    offset += bytes.length;
    parts.add(workers.send(() -> store.uploadPart(Workers.await(started), number, at, bytes)));
  }

  /** Sends what is left and completes the object. */
  CompletableFuture<DataObject> finish(List<Future<byte[]>> frames, Digest content, long records)
      throws InterruptedException {
    return workers.send(
        () -> {
          byte[] rest = Frames.joined(frames);
          if (upload.isEmpty()) {
            return objects.put(key, rest, content, records);
          }
          return completed(Workers.await(upload.get()), rest, content, records);
        });
  }

  private DataObject completed(Upload started, byte[] rest, Digest content, long records)
      throws SinkException, InterruptedException {
    List<UploadedPart> acknowledged = acknowledged(started, rest);
    DataObject object = objects.complete(started, acknowledged, digest.digest(), content, records);
    if (!object.digest().equals(digest.digest())) {
      store.abort(started);
    }
    return object;
  }

  /** Every part with the rest as the last. If one fails, nobody will ever complete the upload. */
  private List<UploadedPart> acknowledged(Upload started, byte[] rest)
      throws SinkException, InterruptedException {
    try {
      List<UploadedPart> acknowledged = new ArrayList<>();
      for (Future<UploadedPart> part : parts) {
        acknowledged.add(Workers.await(part));
      }
      digest.add(rest, 0, rest.length);
      if (rest.length > 0) {
        acknowledged.add(store.uploadPart(started, parts.size() + 1, offset, rest));
      }
      return acknowledged;
    } catch (SinkException e) {
      giveUp(started, e);
      throw e;
    }
  }

  /** Behind the parts that are still on their way, for one that came later would stay. */
  private void giveUp(Upload started, SinkException cause) throws InterruptedException {
    try {
      for (Future<UploadedPart> part : parts) {
        Workers.settle(part);
      }
      store.abort(started);
    } catch (SinkException e) {
      cause.addSuppressed(e); // found as a leftover
    }
  }

  /**
   * Gives an unfinished upload up, so that it costs nothing; what cannot be reached is found later.
   */
  void discard() throws SinkException, InterruptedException {
    if (upload.isPresent()) {
      store.abort(Workers.await(upload.get()));
    }
  }
}
