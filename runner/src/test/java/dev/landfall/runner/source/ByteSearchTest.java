package dev.landfall.runner.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Eight bytes at a time find what one at a time finds. */
final class ByteSearchTest {
  @Test
  void first_isWhatALoopFinds() {
    Random random = new Random(4);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = bytes(random);
      int from = random.nextInt(bytes.length + 1);
      byte one = (byte) random.nextInt(4);
      byte other = (byte) (0x80 | random.nextInt(4));

      assertThat(ByteSearch.first(bytes, from, bytes.length, one))
          .isEqualTo(loop(bytes, from, one, one));
      assertThat(ByteSearch.firstOf(bytes, from, bytes.length, one, other))
          .isEqualTo(loop(bytes, from, one, other));
      int beyond = ByteSearch.firstBeyondAscii(bytes, from, bytes.length);
      assertThat(beyond).isEqualTo(firstNegative(bytes, from));
      assertThat(ByteSearch.isPlain(bytes, from, bytes.length, one))
          .isEqualTo(loop(bytes, from, one, one) < 0 && beyond == bytes.length);
    }
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(40)];
    for (int i = 0; i < bytes.length; i++) {
      // Neighbours in value, around zero and the sign, are what the arithmetic could confuse.
      int value = random.nextInt(64);
      bytes[i] = (byte) (value < 4 ? value : value < 8 ? 0x80 | (value - 4) : 0x20 + value);
    }
    return bytes;
  }

  private static int loop(byte[] bytes, int from, byte one, byte other) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == one || bytes[i] == other) {
        return i;
      }
    }
    return -1;
  }

  private static int firstNegative(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] < 0) {
        return i;
      }
    }
    return bytes.length;
  }
}
