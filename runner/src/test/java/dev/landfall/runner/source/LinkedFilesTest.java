package dev.landfall.runner.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.source.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of a file that stands under several names come once. */
class LinkedFilesTest {
  @TempDir private Path home;
  private Path logs;

  @BeforeEach
  void makeFiles() throws IOException {
    logs = Files.createDirectories(home.resolve("logs"));
    Files.writeString(logs.resolve("monday.log"), "1\n");
    Files.writeString(logs.resolve("tuesday.log"), "2\n");
  }

  private List<String> splits(Path directory, String glob) throws SourceException {
    FileSet files = FileSet.of(List.of(directory + "/" + glob), Optional.empty());
    return List.copyOf(files.files().keySet());
  }

  @Test
  void linkToAFileThatMatches_isPassedOver() throws Exception {
    Files.createSymbolicLink(logs.resolve("current.log"), Path.of("tuesday.log"));
    Files.createSymbolicLink(logs.resolve("newest.log"), Path.of("current.log"));

    assertThat(splits(logs, "*.log")).containsExactly("monday.log", "tuesday.log");
  }

  @Test
  void linkToADirectoryThatMatches_isPassedOver() throws Exception {
    Files.createSymbolicLink(home.resolve("old"), logs);

    assertThat(splits(home, "**.log")).containsExactly("logs/monday.log", "logs/tuesday.log");
  }

  @Test
  void linkToAFileElsewhere_isReadUnderItsOwnName() throws Exception {
    Path elsewhere = Files.writeString(home.resolve("elsewhere.txt"), "3\n");
    Files.createSymbolicLink(logs.resolve("linked.log"), elsewhere);

    assertThat(splits(logs, "*.log")).containsExactly("linked.log", "monday.log", "tuesday.log");
  }

  @Test
  void directoryThatIsALinkItself_isReadAsAnyOther() throws Exception {
    Path linked = Files.createSymbolicLink(home.resolve("linked"), logs);

    assertThat(splits(linked, "*.log")).containsExactly("monday.log", "tuesday.log");
  }

  @Test
  void twoLinksToOneFileElsewhere_areRefused() throws Exception {
    Path elsewhere = Files.writeString(home.resolve("elsewhere.txt"), "3\n");
    Files.createSymbolicLink(logs.resolve("one.log"), elsewhere);
    Files.createSymbolicLink(logs.resolve("two.log"), elsewhere);

    assertThatThrownBy(() -> splits(logs, "*.log"))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("it leads to '" + elsewhere + "' as '")
        .hasMessageContaining("narrow path to one of the links");
  }
}
