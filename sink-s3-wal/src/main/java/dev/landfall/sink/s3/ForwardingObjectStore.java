package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Passes every call on; a decorator overrides those in which it differs. As thread-safe as the
 * store behind it.
 */
abstract class ForwardingObjectStore implements ObjectStore {
  private final ObjectStore store;

  ForwardingObjectStore(ObjectStore store) {
    this.store = store;
  }

  @Override
  public String describe() {
    return store.describe();
  }

  @Override
  public String address(String key) {
    return store.address(key);
  }

  @Override
  public CreateResult create(String key, byte[] bytes) throws SinkException, InterruptedException {
    return store.create(key, bytes);
  }

  @Override
  public String replace(String key, byte[] bytes) throws SinkException, InterruptedException {
    return store.replace(key, bytes);
  }

  @Override
  public Optional<StoredObject> read(String key) throws SinkException, InterruptedException {
    return store.read(key);
  }

  @Override
  public Optional<OpenObject> open(String key) throws SinkException, InterruptedException {
    return store.open(key);
  }

  @Override
  public Optional<ObjectInfo> head(String key) throws SinkException, InterruptedException {
    return store.head(key);
  }

  @Override
  public List<ObjectInfo> list(String prefix, String after, int limit)
      throws SinkException, InterruptedException {
    return store.list(prefix, after, limit);
  }

  @Override
  public Set<String> folders(String prefix) throws SinkException, InterruptedException {
    return store.folders(prefix);
  }

  @Override
  public void delete(String key) throws SinkException, InterruptedException {
    store.delete(key);
  }

  @Override
  public Upload startUpload(String key) throws SinkException, InterruptedException {
    return store.startUpload(key);
  }

  @Override
  public UploadedPart uploadPart(Upload upload, int number, long offset, byte[] bytes)
      throws SinkException, InterruptedException {
    return store.uploadPart(upload, number, offset, bytes);
  }

  @Override
  public CreateResult complete(Upload upload, List<UploadedPart> parts)
      throws SinkException, InterruptedException {
    return store.complete(upload, parts);
  }

  @Override
  public String completeReplacing(Upload upload, List<UploadedPart> parts)
      throws SinkException, InterruptedException {
    return store.completeReplacing(upload, parts);
  }

  @Override
  public void abort(Upload upload) throws SinkException, InterruptedException {
    store.abort(upload);
  }

  @Override
  public List<Upload> uploads(String prefix) throws SinkException, InterruptedException {
    return store.uploads(prefix);
  }

  @Override
  public void close() {
    store.close();
  }
}
