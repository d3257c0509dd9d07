package dev.landfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A report that cannot be written is told before the work, and is no broken promise. */
class ReportTargetTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "conformance run FILE",
    "conformance replay redis-set-redis;P0;seed=1 --file FILE",
    "conformance replay m26;P1;seed=1",
    "conformance grade --quick",
    "probe STORE",
  })
  void aFolderThatCannotBeMade_isCode2_beforeAnythingIsDone(String command) throws IOException {
    Path taken = Files.writeString(directory.resolve("taken"), "a file");
    Path file =
        Files.writeString(
            directory.resolve("redis.yaml"),
            "sink: { type: redis, mode: set }\nstore: { dialect: redis }\n");
    Path store = Files.writeString(directory.resolve("store.yaml"), "store: { dialect: redis }\n");
    String arguments = command.replace("FILE", "" + file).replace("STORE", "" + store);

    Typed typed = Typed.command((arguments + " --report " + taken).split(" "));

    assertThat(typed.exit()).as(typed.printed()).isEqualTo(2);
    assertThat(typed.printed())
        .isEqualToIgnoringNewLines(
            "Cannot write the report into '"
                + taken
                + "': "
                + taken
                + " is a file, expected a folder that this user can write to (name another one in"
                + " --report, or make room)");
  }

  @Test
  void aReportThatFailsAtTheEnd_isCode2_behindWhatTheRunSaid() throws IOException {
    Files.createDirectories(directory.resolve("fact-sheet.md"));

    Typed typed =
        Typed.command("conformance", "replay", "m26;P1;seed=1", "--report", "" + directory);

    assertThat(typed.exit()).as(typed.printed()).isEqualTo(2);
    assertThat(typed.printed())
        .contains("m26;P1;seed=1: FAIL", "Cannot write the report into '" + directory + "'");
  }

  @Test
  void aFolderIsMade_andNothingIsLeftOfTheTry() throws Exception {
    Path made = directory.resolve("a/b");

    ReportTarget.ready(made);

    assertThat(made).isEmptyDirectory();
  }

  @Test
  void aRunThatDoesNotComeToItsEnd_leavesNoReportOfAnother() throws Exception {
    for (String old : List.of("index.html", "results.json", "junit.xml", "history.jsonl")) {
      Files.writeString(directory.resolve(old), "PASS");
    }
    Path sheet = Files.writeString(directory.resolve("fact-sheet.md"), "of the probe");

    ReportTarget.ready(Optional.of(directory));

    assertThat(directory).isDirectoryNotContaining(file -> !file.equals(sheet));
  }
}
