package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Writes data objects once: what stands under a name is never replaced (W-3). Thread-safe.
 *
 * <h2>Protocol</h2>
 *
 * Each write is conditional. If there is an object of that name, it is read back: the same bytes
 * are our own, from an attempt whose reply got lost or from before a crash; other bytes with the
 * same content come from another version of the compression library, and stand as they are;
 * anything else is somebody else's, and an error.
 *
 * <h2>Why not simply overwrite</h2>
 *
 * An instance that was stopped in the middle of publishing may go on after its successor has
 * confirmed the same segment. Its objects hold the same records, but the confirmation names size
 * and checksum of the bytes that were there.
 */
final class DataObjects {
  private static final int MAX_ATTEMPTS = 8;

  private final ObjectStore store;
  private final Codec codec;
  private final Backoff backoff;

  DataObjects(ObjectStore store, Codec codec, Backoff backoff) {
    this.store = store;
    this.codec = codec;
    this.backoff = backoff;
  }

  /** One attempt to write. */
  private interface Attempt {
    CreateResult run() throws SinkException, InterruptedException;
  }

  /** Writes an object whole; returns once the store has acknowledged it. */
  DataObject put(String key, byte[] bytes, Digest content, long records)
      throws SinkException, InterruptedException {
    return once(key, Digest.of(bytes), content, records, () -> store.create(key, bytes));
  }

  /**
   * Completes an upload; returns once the store has acknowledged the object.
   *
   * <p>A second attempt after a lost reply may be told that there is no such upload. That proves
   * nothing by itself: only the object, read back, does.
   */
  DataObject complete(
      Upload upload, List<UploadedPart> parts, Digest digest, Digest content, long records)
      throws SinkException, InterruptedException {
    try {
      return once(upload.key(), digest, content, records, () -> completeOrAbort(upload, parts));
    } catch (SinkException e) {
      Optional<DataObject> there = readBack(upload.key(), digest, content, records);
      return there.orElseThrow(() -> e);
    }
  }

  private CreateResult completeOrAbort(Upload upload, List<UploadedPart> parts)
      throws SinkException, InterruptedException {
    CreateResult result = store.complete(upload, parts);
    if (result instanceof CreateResult.Exists) {
      store.abort(upload);
    }
    return result;
  }

  private DataObject once(String key, Digest digest, Digest content, long records, Attempt write)
      throws SinkException, InterruptedException {
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      CreateResult result = write.run();
      if (result instanceof CreateResult.Created created) {
        return new DataObject(key, digest, created.etag(), records);
      }
      if (result instanceof CreateResult.Exists) {
        Optional<DataObject> there = readBack(key, digest, content, records);
        if (there.isPresent()) {
          return there.get();
        }
      }
      backoff.pause(attempt);
    }
    throw new StoreUnavailableException(
        "Cannot write '"
            + key
            + "' to "
            + store.describe()
            + ": no answer but a conflict in "
            + MAX_ATTEMPTS
            + " attempts");
  }

  /** Empty if it is gone by now. */
  private Optional<DataObject> readBack(String key, Digest digest, Digest content, long records)
      throws SinkException, InterruptedException {
    Optional<OpenObject> open = store.open(key);
    if (open.isEmpty()) {
      return Optional.empty();
    }
    try (OpenObject object = open.get()) {
      Digest there = Digest.of(object.stream());
      if (!there.equals(digest)) {
        requireSameContent(key, there, content);
      }
      return Optional.of(new DataObject(key, there, object.etag(), records));
    } catch (IOException e) {
      throw new StoreUnavailableException("Cannot read back '" + key + "': " + e, e);
    }
  }

  private void requireSameContent(String key, Digest there, Digest content)
      throws SinkException, InterruptedException {
    Optional<OpenObject> open = store.open(key);
    if (open.isEmpty()) {
      throw new StoreUnavailableException("Cannot read back '" + key + "': it was deleted");
    }
    Digest found = null;
    try (OpenObject object = open.get()) {
      found = Digest.of(codec.open(object.stream()));
    } catch (IOException e) {
      // Not even our compression: found stays empty and is reported below.
    }
    if (!content.equals(found)) {
      throw new SinkException(
          "Cannot write '"
              + key
              + "' to "
              + store.describe()
              + ": an object of that name is there with other content ("
              + there
              + "), and nothing confirmed is ever replaced (find out who wrote it, then remove it)");
    }
  }
}
