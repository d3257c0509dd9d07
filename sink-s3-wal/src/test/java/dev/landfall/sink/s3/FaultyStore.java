package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A store whose calls go wrong as a plan says. What a dead process does after its death reaches
 * nothing.
 */
final class FaultyStore implements ObjectStore {
  /** What becomes of one call. */
  enum Fate {
    FINE,
    /** The request is not applied, and the caller hears of it. */
    FAILS,
    /** The request is applied, the reply is not delivered. */
    REPLY_LOST,
    /** 409. */
    CONFLICT,
    /** 403. */
    REFUSED,
    /** The process is killed before the request is sent. */
    DIES_BEFORE,
    /** The process is killed when the request has been applied. */
    DIES_AFTER
  }

  /** Decides by the number of the call, from 1 on, its name and its key. */
  interface Plan {
    Fate fate(int call, String operation, String key);
  }

  /** Nothing in the sink expects it, so nothing is tried again by a dead process. */
  static final class KilledException extends RuntimeException {
    KilledException(String message) {
      super(message);
    }
  }

  private static final class ConflictException extends SinkException {
    ConflictException() {
      super("409");
    }
  }

  private interface Request<T> {
    T run() throws SinkException, InterruptedException;
  }

  private final ObjectStore store;
  private final Plan plan;
  private final AtomicInteger calls = new AtomicInteger();
  private final List<String> fired = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean dead;

  FaultyStore(ObjectStore store, Plan plan) {
    this.store = store;
    this.plan = plan;
  }

  /** Dies around one call. */
  static Plan dies(int call, Fate fate) {
    return (number, operation, key) -> number == call ? fate : Fate.FINE;
  }

  /** The {@code nth} call of an operation on a key with that text in it. */
  static Plan nth(int nth, String operation, String part, Fate fate) {
    AtomicInteger seen = new AtomicInteger();
    return (number, name, key) ->
        name.equals(operation) && key.contains(part) && seen.incrementAndGet() == nth
            ? fate
            : Fate.FINE;
  }

  boolean isDead() {
    return dead;
  }

  int calls() {
    return calls.get();
  }

  List<String> fired() {
    return fired;
  }

  private <T> T call(String operation, String key, Request<T> request)
      throws SinkException, InterruptedException {
    int number = calls.incrementAndGet();
    Fate fate = dead ? Fate.DIES_BEFORE : plan.fate(number, operation, key);
    if (fate != Fate.FINE && !dead) {
      fired.add(operation + ' ' + key);
    }
    switch (fate) {
      case FINE -> {
        return request.run();
      }
      case DIES_BEFORE -> dead = true;
      case DIES_AFTER -> {
        request.run();
        dead = true;
      }
      case REPLY_LOST -> request.run();
      case CONFLICT -> throw new ConflictException();
      case REFUSED -> throw new SinkException("no right to " + operation + ' ' + key);
      case FAILS -> {}
    }
    if (dead) {
      throw new KilledException("killed at " + operation + ' ' + key);
    }
    throw new StoreUnavailableException("no reply to " + operation + ' ' + key);
  }

  @Override
  public String describe() {
    return store.describe();
  }

  @Override
  public CreateResult create(String key, byte[] bytes) throws SinkException, InterruptedException {
    try {
      return call("create", key, () -> store.create(key, bytes));
    } catch (ConflictException e) {
      return new CreateResult.Conflict();
    }
  }

  @Override
  public String replace(String key, byte[] bytes) throws SinkException, InterruptedException {
    return call("replace", key, () -> store.replace(key, bytes));
  }

  @Override
  public Optional<StoredObject> read(String key) throws SinkException, InterruptedException {
    return call("read", key, () -> store.read(key));
  }

  @Override
  public Optional<OpenObject> open(String key) throws SinkException, InterruptedException {
    return call("open", key, () -> store.open(key));
  }

  @Override
  public Optional<ObjectInfo> head(String key) throws SinkException, InterruptedException {
    return call("head", key, () -> store.head(key));
  }

  @Override
  public List<ObjectInfo> list(String prefix, String after, int limit)
      throws SinkException, InterruptedException {
    return call("list", prefix, () -> store.list(prefix, after, limit));
  }

  @Override
  public Set<String> folders(String prefix) throws SinkException, InterruptedException {
    return call("folders", prefix, () -> store.folders(prefix));
  }

  @Override
  public void delete(String key) throws SinkException, InterruptedException {
    call(
        "delete",
        key,
        () -> {
          store.delete(key);
          return true;
        });
  }

  @Override
  public Upload startUpload(String key) throws SinkException, InterruptedException {
    return call("start", key, () -> store.startUpload(key));
  }

  @Override
  public UploadedPart uploadPart(Upload upload, int number, long offset, byte[] bytes)
      throws SinkException, InterruptedException {
    return call("part", upload.key(), () -> store.uploadPart(upload, number, offset, bytes));
  }

  @Override
  public CreateResult complete(Upload upload, List<UploadedPart> parts)
      throws SinkException, InterruptedException {
    return call("complete", upload.key(), () -> store.complete(upload, parts));
  }

  @Override
  public String completeReplacing(Upload upload, List<UploadedPart> parts)
      throws SinkException, InterruptedException {
    return call("complete", upload.key(), () -> store.completeReplacing(upload, parts));
  }

  @Override
  public void abort(Upload upload) throws SinkException, InterruptedException {
    call(
        "abort",
        upload.key(),
        () -> {
          store.abort(upload);
          return true;
        });
  }

  @Override
  public List<Upload> uploads(String prefix) throws SinkException, InterruptedException {
    return call("uploads", prefix, () -> store.uploads(prefix));
  }

  @Override
  public void close() {
    store.close();
  }
}
