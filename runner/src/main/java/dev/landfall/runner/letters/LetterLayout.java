package dev.landfall.runner.letters;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where letters stand. No name of a pipeline or sink holds a dot, so {@code orders} is never a
 * prefix of {@code orders-eu} (SI-5). Immutable, thread-safe.
 *
 * <pre>
 * root/PIPELINE.dead-letter.0.g3.o17.jsonl   rejected while reading or writing
 * root/PIPELINE.SINK.0.g3.o17.jsonl          refused by the publication of that interval
 * root/.landfall/PIPELINE/e000004/           where the host stages that started fourth
 * </pre>
 *
 * @param root the directory that people look into
 * @param sink the identity of the dead letters
 */
record LetterLayout(Path root, SinkId sink) {
  private static final Pattern VISIBLE =
      Pattern.compile("([^.]+)\\.([^.]+)\\.(\\d{1,9})\\.g(\\d{1,18})\\.o(\\d{1,18})\\.jsonl");

  Path stagingRoot() {
    return root.resolve(".landfall").resolve(sink.pipeline());
  }

  Path visible(IntervalId interval) {
    return root.resolve(stem(interval) + ".jsonl");
  }

  static String stem(IntervalId interval) {
    WriterId writer = interval.writer();
    return String.join(
        ".",
        writer.sink().pipeline(),
        writer.sink().sink(),
        Integer.toString(writer.subtask()),
        "g" + interval.generation(),
        "o" + interval.ordinal());
  }

  /** The published intervals of the scope. */
  List<IntervalId> visible(WriterScope scope) throws IOException {
    return list(root).stream()
        .flatMap(file -> visible(file).stream())
        .filter(interval -> scope.contains(interval.writer()))
        .toList();
  }

  private Optional<IntervalId> visible(Path file) {
    Matcher name = VISIBLE.matcher(file.getFileName().toString());
    if (!name.matches()
        || !name.group(1).equals(sink.pipeline())
        || !name.group(2).equals(sink.sink())) {
      return Optional.empty();
    }
    return Optional.of(
        new IntervalId(
            sink.writer(Integer.parseInt(name.group(3))),
            new Generation(Long.parseLong(name.group(4))),
            Long.parseLong(name.group(5))));
  }

  /** What is in a directory, sorted; nothing if there is none. */
  static List<Path> list(Path directory) throws IOException {
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      List<Path> found = new ArrayList<>();
      stream.forEach(found::add);
      found.sort(null);
      return found;
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    }
  }

  /** A rename or a new file survives a power cut only when its directory is on the device. */
  static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
