package dev.landfall.runner.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.record.Value;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Standard input can be read once. */
@Timeout(30)
final class StdinSourceTest {
  private static StdinSource source(InputStream input) {
    return new StdinSource(
        input, new JsonFormat(), Schema.declared(Map.of()), 1 << 20, FileKeys.context());
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void readTo(SourceReader reader, Collected collected, int records)
      throws Exception {
    while (collected.records.size() < records) {
      reader.read(collected);
    }
  }

  @Test
  void input_isReadToItsEnd() throws Exception {
    Collected collected = new Collected();
    try (StdinSource source = source(bytes("{\"n\":1}\n{broken\n{\"n\":2}"));
        SourceReader reader = source.reader()) {
      reader.assign("stdin", Optional.empty());
      SourceReader.Status status = SourceReader.Status.MORE;
      while (status != SourceReader.Status.END) {
        status = reader.read(collected);
      }

      assertThat(source.replay()).isEqualTo(Source.Replay.ONCE);
      assertThat(collected.column("n")).containsExactly(Value.of(1), Value.of(2));
      assertThat(collected.rejected.get(0).position().toString()).isEqualTo("stdin line 2");
    }
  }

  @Test
  void inputThatBlocks_doesNotBlockTheReader() throws Exception {
    Collected collected = new Collected();
    try (PipedOutputStream writer = new PipedOutputStream();
        StdinSource source = source(new PipedInputStream(writer));
        SourceReader reader = source.reader()) {
      reader.assign("stdin", Optional.empty());
      assertThat(reader.read(collected)).isEqualTo(SourceReader.Status.IDLE);

      writer.write("{\"n\":1}\n{\"n\":".getBytes(StandardCharsets.UTF_8));
      writer.flush();
      readTo(reader, collected, 1);
      assertThat(reader.positions())
          .containsEntry("stdin", new SplitPosition(Map.of("position", "8")));

      writer.write("2}\n".getBytes(StandardCharsets.UTF_8));
      writer.flush();
      readTo(reader, collected, 2);
      assertThat(collected.column("n")).containsExactly(Value.of(1), Value.of(2));
    }
  }

  @Test
  void afterARestart_positionsGoOnGrowing() throws Exception {
    Collected collected = new Collected();
    try (StdinSource source = source(bytes("{\"n\":1}\n"));
        SourceReader reader = source.reader()) {
      reader.assign("stdin", Optional.of(new SplitPosition(Map.of("position", "100"))));
      readTo(reader, collected, 1);

      assertThat(collected.records.get(0).position().offset()).isEqualTo(100);
    }
  }

  @Test
  void secondReader_isRefused() throws Exception {
    try (StdinSource source = source(bytes(""));
        SourceReader first = source.reader();
        SourceReader second = source.reader()) {
      first.assign("stdin", Optional.empty());

      assertThatThrownBy(() -> second.assign("stdin", Optional.empty()))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("another reader has it");
    }
  }

  @Test
  void inputThatFails_isAnError() throws Exception {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("gone");
          }

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            throw new IOException("gone");
          }
        };
    try (StdinSource source = source(failing);
        SourceReader reader = source.reader()) {
      reader.assign("stdin", Optional.empty());

      assertThatThrownBy(() -> readTo(reader, new Collected(), 1))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("Cannot read standard input");
    }
  }
}
