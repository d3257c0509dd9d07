package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.conformance.junit.Declarations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SinkLogTest {
  @TempDir Path folder;

  @Test
  void theLastLines_areTold_withoutSecrets() throws Exception {
    String lines = "early\n".repeat(2000) + "\nlogs in with hunter2\nat the end\n";
    Path file = Files.writeString(folder.resolve("sink.log"), lines);

    String last =
        new SinkLog(file.toFile(), Confided.of(Set.of("at"))).without(Set.of("hunter2")).last();

    assertThat(last)
        .startsWith("; what it said last:\n  early\n")
        .endsWith("\n  logs in with ***\n  at the end");
    assertThat(last.lines()).hasSize(13);
  }

  @Test
  void silence_isTold() {
    assertThat(new SinkLog(folder.resolve("none").toFile(), Confided.NOTHING).last())
        .isEqualTo(", and said nothing");
  }

  @Test
  void aProcessThatEnds_isToldWithWhatItSaid() {
    String script = "read line; echo \"no such driver for hunter2\" >&2; exit 3";
    WireSubject subject =
        new WireSubject(
            "clear",
            Map.of("type", "clear", "password", "hunter2"),
            new Clear(),
            List.of("sh", "-c", script),
            folder,
            Optional.empty(),
            Declarations.NONE,
            Set.of("hunter2"));

    assertThatThrownBy(() -> WireSuite.open(subject, "q", (point, done, planned) -> {}))
        .hasMessage(
            "Cannot open the sink: its process ended; what it said last:\n"
                + "  no such driver for ***");
  }
}
