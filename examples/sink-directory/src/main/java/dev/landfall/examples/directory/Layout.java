package dev.landfall.examples.directory;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where everything stands. The names of pipelines and sinks hold no dot, so {@code orders} is never
 * a prefix of {@code orders-eu} (SI-5). Immutable, thread-safe.
 */
record Layout(Path root) {
  private static final Pattern GENERATION = Pattern.compile("g(\\d{1,18})(\\.fenced)?");
  private static final Pattern STAGED = Pattern.compile("o(\\d{1,18})\\.(open|prepared)");
  private static final Pattern VISIBLE =
      Pattern.compile("\\.(\\d{1,9})\\.g(\\d{1,18})\\.o(\\d{1,18})\\.jsonl");

  Path writer(WriterId writer) {
    return root.resolve(".landfall").resolve(name(writer));
  }

  Path generation(WriterId writer, Generation generation) {
    return writer(writer).resolve("g" + generation);
  }

  Path open(IntervalId interval) {
    return generation(interval.writer(), interval.generation())
        .resolve("o" + interval.ordinal() + ".open");
  }

  Path prepared(IntervalId interval) {
    return generation(interval.writer(), interval.generation())
        .resolve("o" + interval.ordinal() + ".prepared");
  }

  Path visible(IntervalId interval) {
    return root.resolve(
        name(interval.writer())
            + ".g"
            + interval.generation()
            + ".o"
            + interval.ordinal()
            + ".jsonl");
  }

  private static String name(WriterId writer) {
    return writer.sink().pipeline() + '.' + writer.sink().sink() + '.' + writer.subtask();
  }

  /** The writers of the scope that ever staged anything. */
  List<WriterId> writers(WriterScope scope) throws IOException {
    String prefix = scope.sink().pipeline() + '.' + scope.sink().sink() + '.';
    return list(root.resolve(".landfall")).stream()
        .map(path -> path.getFileName().toString())
        .filter(name -> name.startsWith(prefix))
        .map(name -> scope.sink().writer(Integer.parseInt(name.substring(prefix.length()))))
        .filter(scope::contains)
        .toList();
  }

  /** The generation that a directory stands for, fenced or not. */
  static Generation generation(Path directory) {
    Matcher matcher = GENERATION.matcher(directory.getFileName().toString());
    return matcher.matches() ? new Generation(Long.parseLong(matcher.group(1))) : Generation.NONE;
  }

  static boolean isFenced(Path directory) {
    return directory.getFileName().toString().endsWith(".fenced");
  }

  /** The ordinal of a staged file; empty if it is none. */
  static Optional<Long> ordinal(Path file) {
    Matcher matcher = STAGED.matcher(file.getFileName().toString());
    return matcher.matches() ? Optional.of(Long.parseLong(matcher.group(1))) : Optional.empty();
  }

  /** The visible intervals of the scope. */
  List<IntervalId> visible(WriterScope scope) throws IOException {
    return list(root).stream().flatMap(path -> visible(path, scope).stream()).toList();
  }

  private static Optional<IntervalId> visible(Path file, WriterScope scope) {
    String name = file.getFileName().toString();
    String prefix = scope.sink().pipeline() + '.' + scope.sink().sink();
    Matcher matcher =
        VISIBLE.matcher(name.startsWith(prefix) ? name.substring(prefix.length()) : "");
    if (!matcher.matches()) {
      return Optional.empty();
    }
    WriterId writer = scope.sink().writer(Integer.parseInt(matcher.group(1)));
    Generation generation = new Generation(Long.parseLong(matcher.group(2)));
    return Optional.of(new IntervalId(writer, generation, Long.parseLong(matcher.group(3))))
        .filter(interval -> scope.contains(interval.writer()));
  }

  static List<Path> list(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    }
  }
}
