package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
  private static final String CHILD = "dev.landfall.conformance.wire.child.ChildMain";

  @TempDir Path classes;

  @Test
  @Timeout(20)
  void aFolderInsideTheClassPath_isNotPackedIntoItself() throws Exception {
    Files.writeString(classes.resolve("One.class"), "one");
    Path folder = classes.resolve("run");

    List<String> command =
        ClassArchive.of(List.of("java", "-cp", classes.toString(), CHILD), folder).using();

    Path jar = Path.of(command.get(2));
    assertThat(jar).hasParentRaw(folder);
    try (JarFile packed = new JarFile(jar.toFile())) {
      assertThat(packed.stream()).extracting(JarEntry::getName).containsExactly("One.class");
    }
  }

  @Test
  void whatIsNotTheJavaChild_isStartedAsItIs() throws Exception {
    List<String> command = List.of("./sink", "-cp", classes.toString());

    ClassArchive archive = ClassArchive.of(command, classes.resolve("run"));

    assertThat(archive.isPossible()).isFalse();
    assertThat(archive.making()).isEqualTo(command);
    assertThat(archive.using()).isEqualTo(command);
  }
}
