package dev.landfall.runner.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * SI-10: the check of UTF-8 agrees with the decoder of the JDK, which refuses what is malformed.
 */
final class Utf8Test {
  @Test
  void SI_10_malformed_agreesWithTheDecoder() {
    Random random = new Random(3);
    int[] leads = {0x41, 0x7F, 0x80, 0xBF, 0xC1, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF};
    int wellFormed = 0;
    for (int i = 0; i < 50_000; i++) {
      byte[] bytes = new byte[1 + random.nextInt(12)];
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] =
            (byte)
                (random.nextBoolean()
                    ? leads[random.nextInt(leads.length)]
                    : 0x80 + random.nextInt(0x40));
      }

      boolean malformed = Utf8.malformed(bytes, 0, bytes.length) >= 0;

      assertThat(malformed).isEqualTo(!decodes(bytes));
      wellFormed += malformed ? 0 : 1;
    }
    assertThat(wellFormed).isPositive();
  }

  @Test
  void SI_10_malformed_takesEveryCodePoint() {
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
        byte[] bytes = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
        if (Utf8.malformed(bytes, 0, bytes.length) >= 0) {
          assertThat(codePoint).as("refused code point").isNegative();
        }
      }
    }
  }

  @Test
  void hasLoneSurrogate_findsHalvesOnly() {
    assertThat(Utf8.hasLoneSurrogate("a\uD83D\uDE00b")).isFalse();
    assertThat(Utf8.hasLoneSurrogate("a\uD83D")).isTrue();
    assertThat(Utf8.hasLoneSurrogate("\uDE00\uD83D")).isTrue();
  }

  private static boolean decodes(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
