package dev.landfall.sink.s3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One page of the files below a root, in the order of their keys: walks the tree in that order and
 * passes over whole folders that hold nothing of the page. One thread at a time.
 */
final class DirectoryListing {
  private final Path root;
  private final String prefix;
  private final String after;
  private final int limit;
  private final List<String> found = new ArrayList<>();

  DirectoryListing(Path root, String prefix, String after, int limit) {
    this.root = root;
    this.prefix = prefix;
    this.after = after;
    this.limit = limit;
  }

  /** The innermost folder that holds every key with the prefix. */
  static Path start(Path root, String prefix) {
    int slash = prefix.lastIndexOf('/');
    return slash < 0 ? root : root.resolve(prefix.substring(0, slash));
  }

  List<String> keys() throws IOException {
    Path start = start(root, prefix);
    if (Files.isDirectory(start)) {
      walk(start);
    }
    return found;
  }

  private void walk(Path folder) throws IOException {
    for (String key : children(folder)) {
      if (found.size() == limit) {
        return;
      }
      if (!key.endsWith("/")) {
        take(key);
      } else if (mayHold(key)) {
        walk(root.resolve(key));
      }
    }
  }

  private void take(String key) {
    if (key.startsWith(prefix) && key.compareTo(after) > 0) {
      found.add(key);
    }
  }

  private boolean mayHold(String folder) {
    boolean prefixed = folder.startsWith(prefix) || prefix.startsWith(folder);
    boolean behind = after.compareTo(folder) > 0 && !after.startsWith(folder);
    return prefixed && !behind;
  }

  /** Keys of the children; a folder's ends with a slash, so that sorting gives the keys' order. */
  private List<String> children(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children
          .filter(child -> !TemporaryFile.isOne(String.valueOf(child.getFileName())))
          .map(child -> root.relativize(child) + (Files.isDirectory(child) ? "/" : ""))
          .sorted()
          .toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }
}
