package dev.landfall.runner.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CheckpointFileTest {
  private static final Checkpoint CHECKPOINT = States.checkpoint(42, 7);

  @Test
  void version1_isReadForEver() throws Exception {
    byte[] golden = golden("checkpoint-v1.bin");

    assertThat(CheckpointFile.decode(golden, "golden")).isEqualTo(CHECKPOINT);
    assertThat(CheckpointFile.encode(CHECKPOINT)).isEqualTo(golden);
  }

  @Test
  void everySingleChangedByte_isNoticed() throws Exception {
    byte[] frame = CheckpointFile.encode(CHECKPOINT);

    for (int i = 0; i < frame.length; i++) {
      byte[] changed = frame.clone();
      changed[i] ^= 0x10;
      assertThatThrownBy(() -> CheckpointFile.decode(changed, "it"))
          .as("byte %d", i)
          .isInstanceOf(StateException.class)
          .hasMessageStartingWith("Cannot read it: ");
    }
  }

  @Test
  void everyCut_isNoticed() throws Exception {
    byte[] frame = CheckpointFile.encode(CHECKPOINT);

    for (int length = 0; length < frame.length; length++) {
      byte[] cut = Arrays.copyOf(frame, length);
      assertThatThrownBy(() -> CheckpointFile.decode(cut, "it"))
          .as("%d bytes", length)
          .isInstanceOf(StateException.class);
    }
  }

  @Test
  void newerVersion_namesTheRemedy() throws Exception {
    byte[] frame = CheckpointFile.encode(CHECKPOINT);
    frame[11] = 2;

    assertThatThrownBy(() -> CheckpointFile.decode(frame, "checkpoint 42"))
        .hasMessage(
            "Cannot read checkpoint 42: format version 2, expected 1 to 1"
                + " (start the release that wrote it, or a newer one)");
  }

  private static byte[] golden(String name) throws IOException {
    try (InputStream in = CheckpointFileTest.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }
}
