package dev.landfall.runner.source;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.source.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds what became of a followed file that no longer stands at its path. Owned by one reader.
 *
 * <p><b>Protocol.</b> A file that was renamed is read to its end through the file that is still
 * open; that end is believed when the path has led to another file for {@link #GRACE}, since a
 * writer goes on with the old file until it is told of the rotation. A file that was truncated is
 * read on in its copy. Then come, oldest first, the files that were rotated in between, then the
 * one at the path.
 *
 * <p><b>After a restart</b> the checkpoint's file is looked for in its directory: by identity, at
 * its path, and by its fingerprints.
 *
 * <p><b>What is found.</b> Rotated files must stay in the directory, under the name of the file
 * with something behind it ({@code app.log.1}, {@code app.log.2.gz}). What cannot be found, or not
 * be told from another, is an error and never passed over.
 */
final class Rotation {
  static final Duration GRACE = Duration.ofSeconds(5);

  private static final int MAX_SIBLINGS = 10_000;

  private final HostTime time;

  /** Since when a path has led to another file than the open one. */
  private final Map<String, Long> replacedSince = new HashMap<>();

  Rotation(HostTime time) {
    this.time = time;
  }

  /** Opens the file that a position belongs to. */
  FileSplit open(FilePlace place, FilePosition from) throws SourceException {
    List<Path> siblings = siblings(place);
    // By identity first: the new file may begin as the old one did.
    for (Path sibling : siblings) {
      if (!from.identity().isEmpty() && identity(sibling).equals(from.identity())) {
        Optional<FileSplit> own = fitting(place, sibling, from);
        if (own.isPresent()) {
          return own.get();
        }
      }
    }
    if (from.position() == 0) {
      requireNotLost(place, from, siblings);
      return FileSplit.open(place, place.path(), from);
    }
    try {
      return FileSplit.open(place, place.path(), from);
    } catch (SourceException e) {
      return rotated(place, from, siblings).orElseThrow(() -> e);
    }
  }

  /** Whether nothing stands at the path, and no file beside it is what stood there. */
  boolean isGone(FilePlace place, FilePosition from) throws SourceException {
    if (Files.exists(place.path())) {
      return false;
    }
    for (Path sibling : siblings(place)) {
      // The identity alone proves nothing: a new file may have got the inode of the deleted one.
      if ((identity(sibling).equals(from.identity()) || isRotated(sibling, place))
          && fits(place, sibling, from)) {
        return false;
      }
    }
    return true;
  }

  private static boolean fits(FilePlace place, Path sibling, FilePosition from) {
    Optional<FileSplit> fitting = fitting(place, sibling, from);
    fitting.ifPresent(FileSourceReader::close);
    return fitting.isPresent();
  }

  /** A file of which nothing was read has no fingerprint by which it could be found. */
  private static void requireNotLost(FilePlace place, FilePosition from, List<Path> siblings)
      throws SourceException {
    boolean same = from.identity().isEmpty() || from.identity().equals(identity(place.path()));
    if (!same && siblings.stream().anyMatch(sibling -> isRotated(sibling, place))) {
      throw FileFault.mismatch(
          place.split(), 0, "another file stands there, and which one was rotated cannot be told");
    }
  }

  /** The one sibling that holds what was read. */
  private static Optional<FileSplit> rotated(
      FilePlace place, FilePosition from, List<Path> siblings) throws SourceException {
    List<FileSplit> fitting = new ArrayList<>();
    for (Path sibling : siblings) {
      fitting(place, sibling, from).ifPresent(fitting::add);
    }
    if (fitting.size() > 1) {
      List<Path> files = fitting.stream().map(FileSplit::file).toList();
      fitting.forEach(FileSourceReader::close);
      throw FileFault.mismatch(
          place.split(), from.position(), "its file was rotated, and all of " + files + " fit");
    }
    return fitting.stream().findFirst();
  }

  private static Optional<FileSplit> fitting(FilePlace place, Path file, FilePosition from) {
    try {
      FileSplit split = FileSplit.open(place, file, from);
      split.drain();
      return Optional.of(split);
    } catch (SourceException e) {
      return Optional.empty(); // another file; whoever finds none says so
    }
  }

  /**
   * Looks at a file before more of it is read.
   *
   * @return the same, or the one in which it goes on
   */
  FileSplit follow(FileSplit split) throws SourceException {
    FilePlace place = split.place();
    String now = identity(place.path());
    if (split.isDraining() || !place.grows() || now.isEmpty()) {
      return split;
    }
    if (!now.equals(split.identity())) {
      long since = replacedSince.computeIfAbsent(place.split(), x -> time.nanos());
      if (time.nanos() - since >= GRACE.toNanos()) {
        replacedSince.remove(place.split());
        split.drain();
      }
      return split;
    }
    replacedSince.remove(place.split());
    return split.stillHolds() ? split : copy(split);
  }

  /** Copying and truncating is a rotation too; what was not read yet is in the copy. */
  private static FileSplit copy(FileSplit split) throws SourceException {
    FilePlace place = split.place();
    FilePosition position = split.position();
    FileSplit copy =
        rotated(place, position, siblings(place))
            .orElseThrow(
                () ->
                    FileFault.mismatch(
                        place.split(),
                        position.position(),
                        "it was truncated, and no copy is beside it"));
    FileSourceReader.close(split);
    return copy;
  }

  /** The file that follows one that is read to its end, if it is there. */
  Optional<FileSplit> successor(FileSplit ended) throws SourceException {
    FilePlace place = ended.place();
    Optional<Path> between = between(ended);
    Path next = between.orElse(place.path());
    if (!Files.exists(next)) {
      return Optional.empty();
    }
    FileSplit split = FileSplit.open(place, next, ended.afterwards());
    if (between.isPresent()) {
      split.drain();
    }
    FileSourceReader.close(ended);
    return Optional.of(split);
  }

  /** The oldest of the files that were rotated after the one that ended. */
  private static Optional<Path> between(FileSplit ended) throws SourceException {
    FilePlace place = ended.place();
    List<Path> siblings = siblings(place);
    Optional<Path> own = own(ended, siblings);
    if (own.isEmpty()) {
      return Optional.empty(); // deleted since; it was the newest while it could be followed
    }
    FileTime ownTime = time(own.get());
    Path oldest = null;
    for (Path sibling : siblings) {
      if (isRotated(sibling, place)
          && !sibling.equals(own.get())
          && !isCopy(sibling, own.get(), place)) {
        int order = time(sibling).compareTo(ownTime);
        if (order == 0) {
          throw new SourceException(
              "Cannot follow '"
                  + place.split()
                  + "': '"
                  + sibling
                  + "' and '"
                  + own.get()
                  + "' were written at the same time, expected an order (remove the one that was"
                  + " read before)");
        }
        boolean older = oldest == null || time(sibling).compareTo(time(oldest)) < 0;
        oldest = order > 0 && older ? sibling : oldest;
      }
    }
    return Optional.ofNullable(oldest);
  }

  private static Optional<Path> own(FileSplit ended, List<Path> siblings) throws SourceException {
    for (Path sibling : siblings) {
      if (identity(sibling).equals(ended.identity())) {
        return Optional.of(sibling);
      }
    }
    return Optional.empty();
  }

  private static boolean isRotated(Path sibling, FilePlace place) {
    return sibling.getFileName().toString().startsWith(place.path().getFileName().toString());
  }

  /** A file that begins as one of those that are read themselves is a copy that somebody keeps. */
  private static boolean isCopy(Path sibling, Path own, FilePlace place) throws SourceException {
    byte[] head = head(sibling, place);
    return Arrays.equals(head, head(own, place))
        || (Files.exists(place.path()) && Arrays.equals(head, head(place.path(), place)));
  }

  private static byte[] head(Path file, FilePlace place) throws SourceException {
    byte[] head = new byte[Head.BYTES];
    try (InputBytes bytes = place.settings().compression().open(file)) {
      int length = 0;
      for (int read = 1; read > 0 && length < head.length; length += Math.max(read, 0)) {
        read = bytes.read(head, length, head.length - length);
      }
      return Arrays.copyOf(head, length);
    } catch (IOException e) {
      throw FileFault.reading(file, e);
    }
  }

  private static List<Path> siblings(FilePlace place) throws SourceException {
    Path directory = place.path().toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> siblings =
          files
              .filter(Files::isRegularFile)
              .filter(file -> !file.equals(place.path().toAbsolutePath()))
              .limit(MAX_SIBLINGS + 1L)
              .sorted()
              .toList();
      if (siblings.size() > MAX_SIBLINGS) {
        throw new SourceException(
            "Cannot look for rotated files of '"
                + place.split()
                + "': more than "
                + MAX_SIBLINGS
                + " files beside it (keep rotated files in a directory of their own)");
      }
      return siblings;
    } catch (IOException e) {
      throw FileFault.reading(directory, e);
    }
  }

  private static String identity(Path file) throws SourceException {
    try {
      return FileIdentity.of(file);
    } catch (IOException e) {
      throw FileFault.reading(file, e);
    }
  }

  private static FileTime time(Path file) throws SourceException {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw FileFault.reading(file, e);
    }
  }
}
