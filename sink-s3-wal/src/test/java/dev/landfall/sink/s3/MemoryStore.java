package dev.landfall.sink.s3;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/** An object store in memory that keeps every promise; faults are {@link FaultyStore}'s. */
final class MemoryStore implements ObjectStore {
  private final Map<String, StoredObject> objects = Collections.synchronizedMap(new TreeMap<>());
  private final Map<String, OpenUpload> uploads = Collections.synchronizedMap(new TreeMap<>());
  private final AtomicLong numbers = new AtomicLong();

  private record OpenUpload(String key, Map<Integer, byte[]> parts) {}

  @Override
  public String describe() {
    return "memory:";
  }

  @Override
  public CreateResult create(String key, byte[] bytes) {
    StoredObject held = new StoredObject(bytes, etag());
    return objects.putIfAbsent(key, held) == null
        ? new CreateResult.Created(held.etag())
        : new CreateResult.Exists();
  }

  @Override
  public String replace(String key, byte[] bytes) {
    StoredObject held = new StoredObject(bytes, etag());
    objects.put(key, held);
    return held.etag();
  }

  @Override
  public Optional<StoredObject> read(String key) {
    return Optional.ofNullable(objects.get(key));
  }

  @Override
  public Optional<OpenObject> open(String key) {
    return read(key)
        .map(object -> new OpenObject(new ByteArrayInputStream(object.bytes()), object.etag()));
  }

  @Override
  public Optional<ObjectInfo> head(String key) {
    return Optional.ofNullable(objects.get(key)).map(held -> info(key, held));
  }

  @Override
  public List<ObjectInfo> list(String prefix, String after, int limit) {
    synchronized (objects) {
      return objects.entrySet().stream()
          .filter(entry -> entry.getKey().startsWith(prefix))
          .filter(entry -> entry.getKey().compareTo(after) > 0)
          .limit(limit)
          .map(entry -> info(entry.getKey(), entry.getValue()))
          .toList();
    }
  }

  @Override
  public Set<String> folders(String prefix) {
    Set<String> names = new TreeSet<>();
    synchronized (objects) {
      for (String key : objects.keySet()) {
        int slash = key.startsWith(prefix) ? key.indexOf('/', prefix.length()) : -1;
        if (slash > 0) {
          names.add(key.substring(prefix.length(), slash));
        }
      }
    }
    return names;
  }

  @Override
  public void delete(String key) {
    objects.remove(key);
  }

  @Override
  public Upload startUpload(String key) {
    String id = "upload-" + numbers.incrementAndGet();
    uploads.put(id, new OpenUpload(key, Collections.synchronizedMap(new TreeMap<>())));
    return new Upload(key, id, Instant.EPOCH);
  }

  @Override
  public UploadedPart uploadPart(Upload upload, int number, long offset, byte[] bytes) {
    open(upload).parts().put(number, bytes);
    return new UploadedPart(number, "part-" + number, "");
  }

  @Override
  public CreateResult complete(Upload upload, List<UploadedPart> parts) {
    OpenUpload open = open(upload);
    if (objects.containsKey(upload.key())) {
      return new CreateResult.Exists();
    }
    return create(upload.key(), assembled(upload, parts, open));
  }

  @Override
  public String completeReplacing(Upload upload, List<UploadedPart> parts) {
    return replace(upload.key(), assembled(upload, parts, open(upload)));
  }

  private byte[] assembled(Upload upload, List<UploadedPart> parts, OpenUpload open) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    parts.forEach(part -> bytes.writeBytes(open.parts().get(part.number())));
    uploads.remove(upload.id());
    return bytes.toByteArray();
  }

  @Override
  public void abort(Upload upload) {
    uploads.remove(upload.id());
  }

  @Override
  public List<Upload> uploads(String prefix) {
    List<Upload> found = new ArrayList<>();
    synchronized (uploads) {
      uploads.forEach(
          (id, open) -> {
            if (open.key().startsWith(prefix)) {
              found.add(new Upload(open.key(), id, Instant.EPOCH));
            }
          });
    }
    return found;
  }

  @Override
  public void close() {}

  List<String> keys() {
    return List.copyOf(objects.keySet());
  }

  /** Data objects, whether confirmed or not. */
  List<String> data() {
    return keys().stream().filter(key -> ObjectName.parse(key).isPresent()).toList();
  }

  private OpenUpload open(Upload upload) {
    return Optional.ofNullable(uploads.get(upload.id()))
        .orElseThrow(() -> new IllegalStateException("no such upload " + upload));
  }

  private String etag() {
    return "etag-" + numbers.incrementAndGet();
  }

  private static ObjectInfo info(String key, StoredObject held) {
    return new ObjectInfo(key, held.bytes().length, held.etag(), Instant.EPOCH);
  }
}
