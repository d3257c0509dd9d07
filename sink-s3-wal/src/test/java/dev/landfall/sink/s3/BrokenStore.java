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

/**
 * Between a good sink and its store: what the sink asks for is sent, and not as it asks. Thread
 * safe; {@code this} guards what is held back.
 */
final class BrokenStore extends ForwardingObjectStore {
  /** What is wrong. */
  enum Fault {
    /** Data is acknowledged at once, and sent when its confirmation is there. */
    CONFIRMS_BEFORE_DATA,
    /** The log is never read, and its entries are written without If-None-Match. */
    OVERWRITES_CONFIRMATIONS
  }

  private final Fault fault;
  private final Map<String, byte[]> heldBack = new LinkedHashMap<>();

  BrokenStore(ObjectStore store, Fault fault) {
    super(store);
    this.fault = fault;
  }

  @Override
  public CreateResult create(String key, byte[] bytes) throws SinkException, InterruptedException {
    return switch (fault) {
      case CONFIRMS_BEFORE_DATA -> confirmsFirst(key, bytes);
      case OVERWRITES_CONFIRMATIONS ->
          isLog(key) ? new CreateResult.Created(replace(key, bytes)) : super.create(key, bytes);
    };
  }

  private synchronized CreateResult confirmsFirst(String key, byte[] bytes)
      throws SinkException, InterruptedException {
    if (ObjectName.parse(key).isPresent()) {
      heldBack.put(key, bytes);
      return new CreateResult.Created(etag(bytes));
    }
    CreateResult result = super.create(key, bytes);
    if (new String(bytes, StandardCharsets.UTF_8).contains("\"kind\":\"confirmation\"")) {
      for (Map.Entry<String, byte[]> data : heldBack.entrySet()) {
        super.create(data.getKey(), data.getValue());
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
  public Optional<StoredObject> read(String key) throws SinkException, InterruptedException {
    return isHidden(key) ? Optional.empty() : super.read(key);
  }

  @Override
  public List<ObjectInfo> list(String prefix, String after, int limit)
      throws SinkException, InterruptedException {
    return isHidden(prefix) ? List.of() : super.list(prefix, after, limit);
  }
}
