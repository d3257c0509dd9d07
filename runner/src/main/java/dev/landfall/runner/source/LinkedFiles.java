package dev.landfall.runner.source;

import dev.landfall.sdk.source.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One file under several names, by symbolic links to it or to a directory above it. Each name would
 * be a split of its own and bring every record again. One thread at a time.
 */
final class LinkedFiles {
  private final Path directory;
  private final Path realDirectory;

  /** What the directories of files really are; asked once each, since most hold many files. */
  private final Map<Path, Path> parents = new HashMap<>();

  private LinkedFiles(Path directory) throws IOException {
    this.directory = directory;
    this.realDirectory = directory.toRealPath();
  }

  /**
   * Leaves out names that are links, like {@code current.log} to {@code 2026-11-30.log}, where the
   * file is there under its own name too. A link to a file that is not among them stays.
   *
   * @param directory where the files were found, through links or not
   * @return in the given order
   * @throws SourceException if two links lead to one file, and it is not there under its own name
   */
  static List<Path> passOver(Path directory, List<Path> files) throws IOException, SourceException {
    return files.isEmpty() ? files : new LinkedFiles(directory).passOver(files);
  }

  private List<Path> passOver(List<Path> files) throws IOException, SourceException {
    Set<Path> own = new HashSet<>();
    Map<Path, Path> links = new LinkedHashMap<>(); // to what they lead to
    for (Path file : files) {
      Path target = target(file);
      if (target.equals(realDirectory.resolve(directory.relativize(file)))) {
        own.add(target);
      } else {
        links.put(file, target);
      }
    }
    requireDifferent(links, own);
    return files.stream()
        .filter(file -> !links.containsKey(file) || !own.contains(links.get(file)))
        .toList();
  }

  private static void requireDifferent(Map<Path, Path> links, Set<Path> own)
      throws SourceException {
    Map<Path, Path> seen = new HashMap<>();
    for (Map.Entry<Path, Path> link : links.entrySet()) {
      Path other = seen.putIfAbsent(link.getValue(), link.getKey());
      if (other != null && !own.contains(link.getValue())) {
        throw new SourceException(
            "Cannot read '"
                + link.getKey()
                + "': it leads to '"
                + link.getValue()
                + "' as '"
                + other
                + "' does, and each record would come twice (narrow path to one of the links)");
      }
    }
  }

  /** The file itself; the name as it is if the file has gone since it was found. */
  private Path target(Path file) throws IOException {
    try {
      if (Files.isSymbolicLink(file)) {
        return file.toRealPath();
      }
      Path parent = file.resolveSibling(".").normalize();
      Path real = parents.get(parent);
      if (real == null) {
        real = parent.toRealPath();
        parents.put(parent, real);
      }
      return real.resolve(file.getFileName());
    } catch (NoSuchFileException e) {
      return file;
    }
  }
}
