package dev.landfall.conformance.report;

import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.probe.FactSheetText;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes a report as a folder: {@code index.html} and one page a failure, {@code results.json}
 * (after {@code docs/results.schema.json}), {@code junit.xml}, {@code history.jsonl} where
 * histories were kept, and {@code fact-sheet.md} where the report holds what the store was probed
 * for. Stateless, thread-safe for different folders.
 *
 * <p>What others write into the same folder stays: {@code landfall probe} its {@code
 * fact-sheet.md}, {@code landfall conformance grade} its {@code grade.md}.
 *
 * <p>The pages need no server, no script and no network. Nothing in a history is trusted: all of it
 * is escaped, and a content policy in each page forbids to fetch anything.
 */
public final class ReportFolder {
  private ReportFolder() {}

  /**
   * Writes all of it; an older report in the folder is deleted.
   *
   * @return the first page
   * @throws IOException if a file cannot be written
   */
  public static Path write(Path folder, Report report) throws IOException {
    Files.createDirectories(folder);
    clear(folder);
    RunResult result = report.result();
    List<Failure> failures = Failure.of(result);
    for (Failure failure : failures) {
      Failure smallest = Failure.smallest(failures, failure);
      write(folder, failure.file(), new FailurePage(report, failure, smallest).html());
    }
    write(folder, "results.json", ResultsJson.of(report));
    write(folder, "junit.xml", JUnitXml.of(report));
    if (!report.histories().isEmpty()) {
      write(
          folder,
          "history.jsonl",
          report.histories().stream().map(History::toJsonLines).collect(Collectors.joining()));
    }
    if (report.facts().isPresent()) {
      write(folder, "fact-sheet.md", FactSheetText.markdown(report.facts().get()));
    }
    // Last: whoever finds it finds the rest.
    return write(folder, "index.html", new IndexPage(report, failures).html());
  }

  /**
   * Deletes an older report, so that nobody takes it for that of a run which did not come to its
   * end. What others have written stays.
   *
   * @throws IOException if a file cannot be deleted
   */
  public static void clear(Path folder) throws IOException {
    for (String name : List.of("index.html", "results.json", "junit.xml", "history.jsonl")) {
      Files.deleteIfExists(folder.resolve(name));
    }
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, Failure.FILES)) {
      for (Path page : old) {
        Files.delete(page);
      }
    }
  }

  private static Path write(Path folder, String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
