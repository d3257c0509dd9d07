package dev.landfall.runner.state;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Generation;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names in a state directory. Immutable, thread-safe.
 *
 * <pre>
 * root/
 *   g000006/closed/c000000041.checkpoint     of hosts that ended or were taken over
 *   g000007/open/c000000042.checkpoint       of the host that holds the state
 *   g000007/open/lease                       who that is, and until when
 *   starting-TOKEN/open/lease                a generation on its way to its name
 *   swept-TOKEN/                             one that will get none, while it is deleted
 *   log/                                     segments of a write-ahead sink
 * </pre>
 */
record Layout(Path root) {
  static final String OPEN = "open";
  static final String CLOSED = "closed";
  static final String LEASE = "lease";
  static final String TEMPORARY = ".tmp";
  static final String STARTING = "starting-";
  static final String SWEPT = "swept-";

  private static final Pattern GENERATION = Pattern.compile("g(\\d{6,18})");
  private static final Pattern CHECKPOINT = Pattern.compile("c(\\d{9,18})\\.checkpoint");

  Path generation(Generation generation) {
    return root.resolve(String.format("g%06d", generation.value()));
  }

  Path open(Generation generation) {
    return generation(generation).resolve(OPEN);
  }

  Path closed(Generation generation) {
    return generation(generation).resolve(CLOSED);
  }

  Path lease(Generation generation) {
    return open(generation).resolve(LEASE);
  }

  Path starting(String token) {
    return root.resolve(STARTING + token);
  }

  Path swept(String token) {
    return root.resolve(SWEPT + token);
  }

  Path log() {
    return root.resolve("log");
  }

  static String checkpoint(CheckpointId id) {
    return String.format("c%09d.checkpoint", id.value());
  }

  /** The generations that are there, oldest first. */
  List<Generation> generations() throws IOException {
    return numbered(root, GENERATION, Generation::new);
  }

  /** The checkpoints of all generations, newest first; damaged ones included. */
  List<StoredCheckpoint> checkpoints() throws IOException {
    List<StoredCheckpoint> found = new ArrayList<>();
    for (Generation generation : generations()) {
      for (Path directory : List.of(open(generation), closed(generation))) {
        for (CheckpointId id : numbered(directory, CHECKPOINT, CheckpointId::new)) {
          found.add(new StoredCheckpoint(id, generation, directory.resolve(checkpoint(id))));
        }
      }
    }
    found.sort(
        Comparator.comparing(StoredCheckpoint::id)
            .thenComparing(StoredCheckpoint::generation)
            .reversed());
    return found;
  }

  private static <T extends Comparable<T>> List<T> numbered(
      Path directory, Pattern pattern, Function<Long, T> number) throws IOException {
    List<T> found = new ArrayList<>();
    for (Path child : children(directory)) {
      Matcher matcher = pattern.matcher(child.getFileName().toString());
      if (matcher.matches()) {
        found.add(number.apply(Long.parseLong(matcher.group(1))));
      }
    }
    found.sort(Comparator.naturalOrder());
    return found;
  }

  /** What is in a directory; nothing if there is none. */
  static List<Path> children(Path directory) throws IOException {
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      List<Path> children = new ArrayList<>();
      stream.forEach(children::add);
      return children;
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    }
  }
}
