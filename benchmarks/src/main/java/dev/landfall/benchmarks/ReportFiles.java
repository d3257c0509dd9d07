package dev.landfall.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a report as a table and as JSON. Stateless, thread-safe. */
final class ReportFiles {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private ReportFiles() {}

  /** Writes {@code benchmarks-SCENARIO.md} and {@code .json}. */
  static void write(Report report, Path directory) throws IOException {
    Files.createDirectories(directory);
    String name = "benchmarks-" + report.scenario();
    Files.writeString(directory.resolve(name + ".md"), MarkdownReport.of(report));
    Files.writeString(directory.resolve(name + ".json"), json(report), StandardCharsets.UTF_8);
  }

  static String json(Report report) throws JsonProcessingException {
    return JSON.writeValueAsString(report) + "\n";
  }
}
