package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A local directory as an object store: a key is a path below the root. Thread-safe, also among
 * processes.
 *
 * <h2>Protocol</h2>
 *
 * An object is written to a temporary file beside its place and synced; then a hard link gives it
 * its name, which the file system does for one of any number of racing writers; then the folder is
 * synced and the temporary name removed.
 *
 * <h2>Crash analysis</h2>
 *
 * Before the link: a temporary file, which listings pass over and {@link #uploads} shows. After it:
 * the whole object, with a second name that is removed the same way. After a power loss a link that
 * was not synced may be gone; it was not acknowledged either.
 */
final class DirectoryStore implements ObjectStore {
  private static final int MAX_NAME_ATTEMPTS = 10_000;

  private static final AtomicLong TEMPORARIES = new AtomicLong();

  private final Path root;

  DirectoryStore(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  @Override
  public String describe() {
    return "file:" + root;
  }

  @Override
  public String address(String key) {
    return root.resolve(key).toString();
  }

  @Override
  public CreateResult create(String key, byte[] bytes) throws SinkException, InterruptedException {
    return FileErrors.translate(
        "write '" + key + "' to " + describe(),
        () -> {
          Path target = prepared(key);
          if (Files.exists(target)) {
            return new CreateResult.Exists();
          }
          return link(written(target, bytes), target);
        });
  }

  @Override
  public String replace(String key, byte[] bytes) throws SinkException, InterruptedException {
    return FileErrors.translate(
        "write '" + key + "' to " + describe(),
        () -> {
          Path target = prepared(key);
          return moved(written(target, bytes), target);
        });
  }

  private static String moved(Path temporary, Path target) throws IOException {
    Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    DurableFiles.syncFolder(parent(target));
    return etag(attributes(target));
  }

  @Override
  public Optional<StoredObject> read(String key) throws SinkException, InterruptedException {
    return FileErrors.translate(
        "read '" + key + "' from " + describe(),
        () -> {
          try {
            Path file = path(key);
            byte[] bytes = Files.readAllBytes(file);
            return Optional.of(new StoredObject(bytes, etag(attributes(file))));
          } catch (NoSuchFileException e) {
            return Optional.empty();
          }
        });
  }

  @Override
  public Optional<OpenObject> open(String key) throws SinkException, InterruptedException {
    return FileErrors.translate(
        "read '" + key + "' from " + describe(),
        () -> {
          Path file = path(key);
          Optional<BasicFileAttributes> attributes = present(file);
          return attributes.isEmpty()
              ? Optional.empty()
              : Optional.of(new OpenObject(Files.newInputStream(file), etag(attributes.get())));
        });
  }

  @Override
  public Optional<ObjectInfo> head(String key) throws SinkException, InterruptedException {
    return FileErrors.translate(
        "look at '" + key + "' in " + describe(),
        () -> {
          Path file = path(key);
          return present(file).map(attributes -> info(key, attributes));
        });
  }

  @Override
  public List<ObjectInfo> list(String prefix, String after, int limit)
      throws SinkException, InterruptedException {
    return FileErrors.translate(
        "list '" + prefix + "' in " + describe(),
        () -> {
          List<ObjectInfo> page = new ArrayList<>();
          String from = after;
          int asked;
          int listed;
          do {
            // One that was deleted meanwhile makes room for another: a short page is the last.
            asked = limit - page.size();
            List<String> keys = new DirectoryListing(root, prefix, from, asked).keys();
            listed = keys.size();
            for (String key : keys) {
              present(path(key)).ifPresent(attributes -> page.add(info(key, attributes)));
              from = key;
            }
          } while (listed == asked && page.size() < limit);
          return page;
        });
  }

  @Override
  public Set<String> folders(String prefix) throws SinkException, InterruptedException {
    return FileErrors.translate(
        "list '" + prefix + "' in " + describe(),
        () -> {
          Path folder = path(prefix);
          Set<String> names = new TreeSet<>();
          if (Files.isDirectory(folder)) {
            try (Stream<Path> children = Files.list(folder)) {
              children
                  .filter(Files::isDirectory)
                  .forEach(child -> names.add(String.valueOf(child.getFileName())));
            }
          }
          return names;
        });
  }

  @Override
  public void delete(String key) throws SinkException, InterruptedException {
    FileErrors.translate(
        "delete '" + key + "' from " + describe(),
        () -> {
          Path file = path(key);
          if (Files.deleteIfExists(file)) {
            DurableFiles.syncFolder(parent(file));
          }
          return true;
        });
  }

  @Override
  public Upload startUpload(String key) throws SinkException, InterruptedException {
    return FileErrors.translate(
        "begin an upload of '" + key + "' to " + describe(),
        () -> upload(new TemporaryFile(written(prepared(key), new byte[0]))));
  }

  @Override
  public UploadedPart uploadPart(Upload upload, int number, long offset, byte[] bytes)
      throws SinkException, InterruptedException {
    return FileErrors.translate(
        "write part " + number + " of '" + upload.key() + "' to " + describe(),
        () -> {
          DurableFiles.writeAt(root.resolve(upload.id()), bytes, offset);
          return new UploadedPart(number, Integer.toString(bytes.length), "");
        });
  }

  @Override
  public CreateResult complete(Upload upload, List<UploadedPart> parts)
      throws SinkException, InterruptedException {
    return FileErrors.translate(
        "complete '" + upload.key() + "' in " + describe(),
        () -> link(durable(upload), path(upload.key())));
  }

  @Override
  public String completeReplacing(Upload upload, List<UploadedPart> parts)
      throws SinkException, InterruptedException {
    return FileErrors.translate(
        "complete '" + upload.key() + "' in " + describe(),
        () -> moved(durable(upload), path(upload.key())));
  }

  /** All parts are in one file; the name comes last, or a crash would show a short object. */
  private Path durable(Upload upload) throws IOException {
    Path temporary = root.resolve(upload.id());
    DurableFiles.syncFile(temporary);
    return temporary;
  }

  @Override
  public void abort(Upload upload) throws SinkException, InterruptedException {
    FileErrors.translate(
        "abort the upload of '" + upload.key() + "' in " + describe(),
        () -> Files.deleteIfExists(root.resolve(upload.id())));
  }

  @Override
  public List<Upload> uploads(String prefix) throws SinkException, InterruptedException {
    return FileErrors.translate(
        "list the uploads under '" + prefix + "' in " + describe(),
        () -> {
          Path start = DirectoryListing.start(root, prefix);
          List<Upload> found = new ArrayList<>();
          if (Files.isDirectory(start)) {
            for (Path file : temporaries(start)) {
              if (key(new TemporaryFile(file).target()).startsWith(prefix)
                  && present(file).isPresent()) {
                found.add(upload(new TemporaryFile(file)));
              }
            }
          }
          return found;
        });
  }

  @Override
  public void close() {}

  /** The link is the moment at which one of several writers wins. */
  private CreateResult link(Path temporary, Path target) throws IOException {
    try {
      Files.createLink(target, temporary);
    } catch (FileAlreadyExistsException e) {
      Files.deleteIfExists(temporary);
      return new CreateResult.Exists();
    }
    DurableFiles.syncFolder(parent(target));
    String etag = etag(attributes(target));
    Files.deleteIfExists(temporary);
    return new CreateResult.Created(etag);
  }

  private Path written(Path target, byte[] bytes) throws IOException {
    for (int attempt = 1; attempt <= MAX_NAME_ATTEMPTS; attempt++) {
      Path temporary = TemporaryFile.beside(target, TEMPORARIES.incrementAndGet()).path();
      // A name may be taken by a process that has our process id, dead or in another container.
      if (DurableFiles.writeNew(temporary, bytes)) {
        return temporary;
      }
    }
    throw new IOException(MAX_NAME_ATTEMPTS + " temporary names are taken beside " + target);
  }

  private Path prepared(String key) throws IOException {
    Path target = path(key);
    DurableFiles.createFolders(parent(target));
    return target;
  }

  private Path path(String key) {
    Path path = root.resolve(key).normalize();
    if (!path.startsWith(root) || key.startsWith("/")) {
      throw new IllegalArgumentException(
          "Cannot use the key '" + key + "': it leads out of " + describe());
    }
    return path;
  }

  private Upload upload(TemporaryFile temporary) throws IOException {
    return new Upload(
        key(temporary.target()),
        key(temporary.path()),
        attributes(temporary.path()).lastModifiedTime().toInstant());
  }

  private String key(Path file) {
    return root.relativize(file).toString();
  }

  private static List<Path> temporaries(Path start) throws IOException {
    try (Stream<Path> files = Files.walk(start)) {
      return files.filter(file -> TemporaryFile.of(file).isPresent()).sorted().toList();
    }
  }

  private static Path parent(Path file) {
    return Objects.requireNonNull(file.getParent(), "the root is no object");
  }

  private static BasicFileAttributes attributes(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      throw new NoSuchFileException(file.toString());
    }
    return attributes;
  }

  /** Empty if it was deleted in the meantime. */
  private static Optional<BasicFileAttributes> present(Path file) throws IOException {
    try {
      return Optional.of(attributes(file));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static ObjectInfo info(String key, BasicFileAttributes attributes) {
    return new ObjectInfo(
        key, attributes.size(), etag(attributes), attributes.lastModifiedTime().toInstant());
  }

  /** An object never changes, so size and time of its only writing tell it from any other. */
  private static String etag(BasicFileAttributes attributes) {
    return Long.toHexString(attributes.size())
        + '-'
        + Long.toHexString(attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
  }
}
