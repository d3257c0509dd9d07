package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Between a good sink and its store: what the sink asks for is sent, and not as it asks. Thread
 * safe; {@code this} guards what is held back.
 */
final class BrokenStore implements ObjectStore {
  /** What is wrong. */
  enum Fault {
    /** Data is acknowledged at once, and sent when its confirmation is there. */
    CONFIRMS_BEFORE_DATA,
    /** The log is never read, and its entries are written without If-None-Match. */
    OVERWRITES_CONFIRMATIONS
  }

  private final ObjectStore store;
  private final Fault fault;
  private final Map<String, byte[]> heldBack = new LinkedHashMap<>();

  BrokenStore(ObjectStore store, Fault fault) {
    this.store = store;
    this.fault = fault;
  }

  @Override
  public String describe() {
    return store.describe();
  }

  @Override
  public CreateResult create(String key, byte[] bytes) throws SinkException, InterruptedException {
    return switch (fault) {
      case CONFIRMS_BEFORE_DATA -> confirmsFirst(key, bytes);
      case OVERWRITES_CONFIRMATIONS ->
          isLog(key)
              ? new CreateResult.Created(store.replace(key, bytes))
              : store.create(key, bytes);
    };
  }

  private synchronized CreateResult confirmsFirst(String key, byte[] bytes)
      throws SinkException, InterruptedException {
    if (ObjectName.parse(key).isPresent()) {
      heldBack.put(key, bytes);
      return new CreateResult.Created(etag(bytes));
    }
    CreateResult result = store.create(key, bytes);
    if (new String(bytes, StandardCharsets.UTF_8).contains("\"kind\":\"confirmation\"")) {
      for (Map.Entry<String, byte[]> data : heldBack.entrySet()) {
        store.create(data.getKey(), data.getValue());
      }
      heldBack.clear();
    }
    return result;
  }

  /** As S3 makes it of an object that is sent whole. */
  private static String etag(byte[] bytes) {
    try {
      return '"' + HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes)) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has MD5", e);
    }
  }

  private boolean isHidden(String key) {
    return fault == Fault.OVERWRITES_CONFIRMATIONS && isLog(key);
  }

  private static boolean isLog(String key) {
    return key.contains("/log/");
  }

  @Override
  public String replace(String key, byte[] bytes) throws SinkException, InterruptedException {
    return store.replace(key, bytes);
  }

  @Override
  public Optional<StoredObject> read(String key) throws SinkException, InterruptedException {
    return isHidden(key) ? Optional.empty() : store.read(key);
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
    return isHidden(prefix) ? List.of() : store.list(prefix, after, limit);
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
