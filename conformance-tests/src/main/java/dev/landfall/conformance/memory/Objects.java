package dev.landfall.conformance.memory;

import dev.landfall.conformance.memory.StoreFailure.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The objects of the simulated store, and the uploads that are to become some. One thread at a
 * time.
 */
final class Objects {
  /** An object: what was put under one name. */
  record Blob(List<Entry> entries, String text, long sequence) {
    Blob {
      entries = List.copyOf(entries);
    }
  }

  /** A multipart upload that was not completed. */
  record Upload(String name, TreeMap<Integer, List<Entry>> parts) {}

  private final Set<Lie> lies;
  private final Changes changes;
  private final NavigableMap<String, Blob> objects = new TreeMap<>();
  private final Map<String, Upload> uploads = new TreeMap<>();
  private long sequence;
  private long version;

  Objects(Set<Lie> lies, Changes changes) {
    this.lies = lies;
    this.changes = changes;
  }

  void put(String name, List<Entry> entries, String text) throws StoreFailure {
    Tables.requireGood(entries);
    changes.view();
    version++;
    objects.put(name, new Blob(entries, text, ++sequence));
  }

  void putIfAbsent(String name, List<Entry> entries, String text) throws StoreFailure {
    if (objects.containsKey(name) && !lies.contains(Lie.CONDITIONAL_PUT_IGNORED)) {
      throw new StoreFailure(Kind.CONFLICT, "object " + name + " is there already");
    }
    put(name, entries, text);
  }

  Map<String, Blob> list(String prefix) {
    return new TreeMap<>(at(prefix));
  }

  /** Those whose name begins with the prefix, as they are now: not to be kept. */
  NavigableMap<String, Blob> at(String prefix) {
    // Sorted by name: those that begin with the prefix stand together.
    return objects.subMap(prefix, true, prefix + Character.MAX_VALUE, false);
  }

  Optional<Blob> find(String name) {
    return Optional.ofNullable(objects.get(name));
  }

  /** Grows with every change of an object, and not with those of uploads. */
  long version() {
    return version;
  }

  void delete(String name) {
    changes.view();
    version++;
    objects.remove(name);
  }

  String createUpload(String name) {
    changes.behind();
    String id = name + "!" + ++sequence;
    uploads.put(id, new Upload(name, new TreeMap<>()));
    return id;
  }

  void uploadPart(String id, int number, List<Entry> entries) throws StoreFailure {
    Tables.requireGood(entries);
    upload(id).parts().put(number, List.copyOf(entries));
  }

  /** Completes with the parts that are there. */
  void completeUpload(String id) throws StoreFailure {
    Upload upload = upload(id);
    List<Entry> whole = new ArrayList<>();
    upload.parts().values().forEach(whole::addAll);
    uploads.remove(id);
    put(upload.name(), whole, "");
  }

  void abortUpload(String id) {
    changes.behind();
    uploads.remove(id);
  }

  private Upload upload(String id) throws StoreFailure {
    Upload upload = uploads.get(id);
    if (upload == null) {
      throw new StoreFailure(Kind.NO_SUCH, "no upload " + id);
    }
    return upload;
  }

  List<String> listUploads(String prefix) {
    return uploads.keySet().stream().filter(id -> id.startsWith(prefix)).toList();
  }

  Map<String, Upload> uploads() {
    return uploads;
  }

  @Override
  public String toString() {
    return objects + "|" + uploads;
  }
}
