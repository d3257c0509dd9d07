package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.conformance.junit.Declarations;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.model.RunResult.StoreFacts;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.wire.protocol.WireProtocol;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SinkLogTest {
  @TempDir Path folder;

  @Test
  void theLastLines_areTold_withoutSecrets() throws Exception {
    String lines = "early\n".repeat(2000) + "\nlogs in with hunter2\nat the end\n";
    Path file = Files.writeString(folder.resolve("sink.log"), lines);

    String last = new SinkLog(file.toFile(), Set.of("at")).without(Set.of("hunter2")).last();

    assertThat(last)
        .startsWith("; what it said last:\n  early\n")
        .endsWith("\n  logs in with ***\n  at the end");
    assertThat(last.lines()).hasSize(13);
  }

  @Test
  void silence_isTold() {
    assertThat(new SinkLog(folder.resolve("none").toFile(), Set.of()).last())
        .isEqualTo(", and said nothing");
  }

  @Test
  void aProcessThatEnds_isToldWithWhatItSaid() {
    String script = "read line; echo \"no such driver for hunter2\" >&2; exit 3";
    WireSubject subject =
        new WireSubject(
            "clear",
            Map.of("type", "clear", "password", "hunter2"),
            new Place(),
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

  /** A store that is there, and that nobody comes to. */
  private static final class Place implements StoreDriver, StoreSpace {
    @Override
    public StoreFacts facts() {
      return new StoreFacts("place", "", "given");
    }

    @Override
    public WireProtocol protocol() {
      return WireProtocol.TURNS;
    }

    @Override
    public View view() {
      return View.ROWS;
    }

    @Override
    public StoreSpace space(String name) {
      return this;
    }

    @Override
    public Map<String, Object> sink(UnaryOperator<InetSocketAddress> route) {
      return Map.of("type", "clear");
    }

    @Override
    public List<Item> read() {
      return List.of();
    }

    @Override
    public List<RawEntry> raw() {
      return List.of();
    }

    @Override
    public void close() {}
  }
}
