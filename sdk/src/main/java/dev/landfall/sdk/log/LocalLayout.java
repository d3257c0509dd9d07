package dev.landfall.sdk.log;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where segments lie: {@code DIRECTORY/pipeline/sink/subtask/gGENERATION-oORDINAL.open}, and {@code
 * .seg} once sealed. Immutable, thread-safe.
 *
 * <p>No name holds a separator or a dot (SI-4), so no segment lies outside the directory, and none
 * of {@code orders} under {@code orders-eu} (SI-5).
 */
record LocalLayout(Path root) {
  private static final String OPEN = ".open";
  private static final String SEALED = ".seg";
  private static final Pattern SUBTASK = Pattern.compile("0|[1-9]\\d{0,8}");
  private static final Pattern SEGMENT =
      Pattern.compile("g([1-9]\\d{0,17})-o([1-9]\\d{0,17})\\.(open|seg)");

  Path directory(WriterId writer) {
    return sink(writer.sink()).resolve(Integer.toString(writer.subtask()));
  }

  Path open(IntervalId interval) {
    return directory(interval.writer()).resolve(stem(interval) + OPEN);
  }

  Path sealed(IntervalId interval) {
    return directory(interval.writer()).resolve(sealedName(interval));
  }

  static String sealedName(IntervalId interval) {
    return stem(interval) + SEALED;
  }

  /** All segments in the scope, open and sealed; files that are no segments are left alone. */
  List<Entry> entries(WriterScope scope) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (Path directory : children(sink(scope.sink()))) {
      Optional<WriterId> writer = writer(scope.sink(), directory);
      if (writer.isPresent() && scope.contains(writer.get())) {
        for (Path file : children(directory)) {
          entry(writer.get(), file).ifPresent(entries::add);
        }
      }
    }
    return entries;
  }

  private Path sink(SinkId sink) {
    return root.resolve(sink.pipeline()).resolve(sink.sink());
  }

  private static String stem(IntervalId interval) {
    return "g" + interval.generation() + "-o" + interval.ordinal();
  }

  private static Optional<WriterId> writer(SinkId sink, Path directory) {
    String name = String.valueOf(directory.getFileName());
    return SUBTASK.matcher(name).matches()
        ? Optional.of(sink.writer(Integer.parseInt(name)))
        : Optional.empty();
  }

  private static Optional<Entry> entry(WriterId writer, Path file) {
    Matcher name = SEGMENT.matcher(String.valueOf(file.getFileName()));
    if (!name.matches()) {
      return Optional.empty();
    }
    Generation generation = new Generation(Long.parseLong(name.group(1)));
    long ordinal = Long.parseLong(name.group(2));
    return Optional.of(new Entry(new IntervalId(writer, generation, ordinal), file));
  }

  private static List<Path> children(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(children::add);
    }
    children.sort(null);
    return children;
  }

  /** A segment that lies there. */
  record Entry(IntervalId interval, Path file) {}
}
