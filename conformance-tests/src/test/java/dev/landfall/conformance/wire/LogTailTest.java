package dev.landfall.conformance.wire;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogTailTest {
  @TempDir Path folder;

  @Test
  void whatWasThereBefore_isNotRead() throws Exception {
    Path file = Files.writeString(folder.resolve("log"), "before\n");
    LogTail tail = new LogTail(file.toFile());
    assertThat(tail.read()).isEmpty();

    Files.writeString(file, "after\n", APPEND);
    assertThat(tail.read()).isEqualTo("after\n");
  }

  @Test
  void eachLine_isReadOnce_whenItIsWhole() throws Exception {
    Path file = folder.resolve("log");
    LogTail tail = new LogTail(file.toFile());
    assertThat(tail.read()).isEmpty();

    Files.writeString(file, "one\ntw");
    assertThat(tail.read()).isEqualTo("one\n");
    assertThat(tail.read()).isEmpty();

    Files.writeString(file, "o\nthree\n", APPEND);
    assertThat(tail.read()).isEqualTo("two\nthree\n");
    assertThat(tail.read()).isEmpty();
  }
}
