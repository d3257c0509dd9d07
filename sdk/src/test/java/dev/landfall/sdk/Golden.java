package dev.landfall.sdk;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Files of bytes as an earlier release wrote them: hexadecimal, with a comment per field.
 * Stateless, thread-safe.
 */
public final class Golden {
  private Golden() {}

  public static byte[] read(String name) {
    try (InputStream in = Golden.class.getResourceAsStream("/golden/" + name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      String digits = text.replaceAll("#[^\n]*", "").replaceAll("\\s", "");
      return HexFormat.of().parseHex(digits);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
