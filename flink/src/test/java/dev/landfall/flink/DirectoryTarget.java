package dev.landfall.flink;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A directory of JSON lines. */
record DirectoryTarget(Path root) implements Target {
  @Override
  public void prepare(String name) {
    // The sink makes its directory.
  }

  @Override
  public LandfallSink.Builder sink(String name) {
    return LandfallSink.of("directory", Map.of("path", root.resolve(name)));
  }

  @Override
  public Converter converter() {
    return number -> SinkRecord.put(Value.ofNull(), Value.of(number));
  }

  @Override
  public List<Long> visible(String name) throws IOException {
    List<Long> numbers = new ArrayList<>();
    for (Path file : files(root.resolve(name))) {
      if (file.toString().endsWith(".jsonl")) {
        Files.readAllLines(file)
            .forEach(line -> numbers.add(Long.parseLong(line.replaceAll("\\D", ""))));
      }
    }
    return numbers;
  }

  private static List<Path> files(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
