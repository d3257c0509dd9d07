package dev.landfall.runner.source;

import dev.landfall.sdk.source.SourceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files that the configured paths name, by the names of their splits: paths relative to the
 * root, so that a checkpoint still fits when the directory moves. Thread-safe.
 */
final class FileSet {
  private static final int MAX_FILES = 100_000;
  private static final int MAX_DEPTH = 64;

  private final List<Place> places;

  /**
   * One configured path.
   *
   * @param text as configured
   * @param root what the names of its splits are relative to
   * @param directory where the glob begins, or the file's directory
   * @param glob what the files match, relative to the directory
   */
  private record Place(String text, Path root, Path directory, String glob) {
    Path literal() {
      return directory.resolve(glob);
    }

    boolean isGlob() {
      return firstWildcard(glob) >= 0 && !Files.exists(literal());
    }

    String split(Path file) {
      return root.relativize(file).toString().replace('\\', '/');
    }
  }

  private FileSet(List<Place> places) {
    this.places = places;
  }

  /**
   * Takes the configured paths.
   *
   * @throws SourceException if there is none, or one lies outside of the root
   */
  static FileSet of(List<String> paths, Optional<String> root) throws SourceException {
    if (paths.isEmpty()) {
      throw new SourceException("Cannot read files: no path, expected one at least (set path)");
    }
    List<Place> places = new ArrayList<>();
    for (String path : paths) {
      places.add(place(path, root));
    }
    return new FileSet(List.copyOf(places));
  }

  private static Place place(String text, Optional<String> root) throws SourceException {
    int wildcard = firstWildcard(text);
    int slash = text.lastIndexOf('/', wildcard < 0 ? text.length() : wildcard);
    Path base = Path.of(root.orElse("")).toAbsolutePath().normalize();
    Path directory = base.resolve(text.substring(0, slash + 1)).normalize();
    if (root.isPresent() && !directory.startsWith(base)) {
      throw new SourceException(
          "Cannot read '" + text + "': it is outside of root '" + base + "' (mend root)");
    }
    return new Place(
        text, root.isPresent() ? base : directory, directory, text.substring(slash + 1));
  }

  private static int firstWildcard(String text) {
    for (int i = 0; i < text.length(); i++) {
      if ("*?[{".indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  /** The paths as configured. */
  List<String> texts() {
    return places.stream().map(Place::text).toList();
  }

  /** The configured paths that lead to no file now. */
  List<String> missing() throws SourceException {
    List<String> missing = new ArrayList<>();
    for (Place place : places) {
      if (files(place).stream().noneMatch(Files::isRegularFile)) {
        missing.add(place.text());
      }
    }
    return missing;
  }

  /**
   * The files by split, in order of their names. A path without a wildcard is listed even where
   * nothing is.
   *
   * @throws SourceException if a directory cannot be read, or two files have one name
   */
  Map<String, Path> files() throws SourceException {
    Map<String, Path> files = new TreeMap<>();
    for (Place place : places) {
      for (Path file : files(place)) {
        Path other = files.putIfAbsent(place.split(file), file);
        if (other != null && !other.equals(file)) {
          throw new SourceException(
              "Cannot name the split of '"
                  + file
                  + "': '"
                  + other
                  + "' has the same name '"
                  + place.split(file)
                  + "', expected names that differ (set root to a directory above both)");
        }
      }
    }
    return files;
  }

  private static List<Path> files(Place place) throws SourceException {
    if (!place.isGlob()) {
      return List.of(place.literal());
    }
    if (!Files.isDirectory(place.directory())) {
      return List.of();
    }
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + place.glob());
    int depth = place.glob().contains("**") ? MAX_DEPTH : place.glob().split("/").length;
    try (Stream<Path> walk = Files.walk(place.directory(), depth, FileVisitOption.FOLLOW_LINKS)) {
      List<Path> files =
          walk.filter(Files::isRegularFile)
              .filter(file -> matcher.matches(place.directory().relativize(file)))
              .limit(MAX_FILES + 1L)
              .toList();
      if (files.size() > MAX_FILES) {
        throw new SourceException(
            "Cannot read '" + place.text() + "': more than " + MAX_FILES + " files (narrow it)");
      }
      return LinkedFiles.passOver(place.directory(), files);
    } catch (IOException | UncheckedIOException e) {
      throw new SourceException("Cannot list '" + place.text() + "': " + e.getMessage(), e);
    }
  }

  /** Whether a path without a wildcard is the file of this split. */
  boolean isNamed(String split) {
    return places.stream()
        .anyMatch(place -> !place.isGlob() && place.split(place.literal()).equals(split));
  }

  /** Where the file of a split is, or would be if it were still there. */
  Path path(String split) {
    Place place = places.get(0);
    for (Place candidate : places) {
      if (Files.exists(candidate.root().resolve(split))) {
        return candidate.root().resolve(split);
      }
    }
    return place.root().resolve(split);
  }
}
