package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A store that does not keep the promise of conditional writes. */
final class LyingStore implements ObjectStore {
  /** How it lies. */
  enum Lie {
    /** Every conditional write succeeds. */
    IGNORES,
    /** It looks, and then writes: of two at the same moment both succeed. */
    RACES,
    /** Conditions are honoured, but for multipart uploads. */
    IGNORES_ON_COMPLETION
  }

  private final MemoryStore store;
  private final Lie lie;

  /** Lets two writers meet between look and write, so that the race is lost every time. */
  private final CyclicBarrier meeting = new CyclicBarrier(2);

  LyingStore(MemoryStore store, Lie lie) {
    this.store = store;
    this.lie = lie;
  }

  @Override
  public String describe() {
    return "lying:";
  }

  @Override
  public CreateResult create(String key, byte[] bytes) throws InterruptedException {
    return switch (lie) {
      case IGNORES -> new CreateResult.Created(store.replace(key, bytes));
      case IGNORES_ON_COMPLETION -> store.create(key, bytes);
      case RACES -> checkThenWrite(key, bytes);
    };
  }

  private CreateResult checkThenWrite(String key, byte[] bytes) throws InterruptedException {
    if (store.head(key).isPresent()) {
      return new CreateResult.Exists();
    }
    if (key.contains("race")) {
      try {
        meeting.await(1, TimeUnit.SECONDS);
      } catch (BrokenBarrierException | TimeoutException e) {
        // An odd number of writers: this one goes on alone.
        meeting.reset();
      }
    }
    return new CreateResult.Created(store.replace(key, bytes));
  }

  @Override
  public CreateResult complete(Upload upload, List<UploadedPart> parts) {
    if (lie == Lie.IGNORES_ON_COMPLETION || lie == Lie.IGNORES) {
      store.delete(upload.key());
    }
    return store.complete(upload, parts);
  }

  @Override
  public String replace(String key, byte[] bytes) {
    return store.replace(key, bytes);
  }

  @Override
  public Optional<StoredObject> read(String key) {
    return store.read(key);
  }

  @Override
  public Optional<OpenObject> open(String key) {
    return store.open(key);
  }

  @Override
  public Optional<ObjectInfo> head(String key) {
    return store.head(key);
  }

  @Override
  public List<ObjectInfo> list(String prefix, String after, int limit) throws SinkException {
    return store.list(prefix, after, limit);
  }

  @Override
  public Set<String> folders(String prefix) {
    return store.folders(prefix);
  }

  @Override
  public void delete(String key) {
    store.delete(key);
  }

  @Override
  public Upload startUpload(String key) {
    return store.startUpload(key);
  }

  @Override
  public UploadedPart uploadPart(Upload upload, int number, long offset, byte[] bytes) {
    return store.uploadPart(upload, number, offset, bytes);
  }

  @Override
  public void abort(Upload upload) {
    store.abort(upload);
  }

  @Override
  public List<Upload> uploads(String prefix) {
    return store.uploads(prefix);
  }

  @Override
  public void close() {}
}
