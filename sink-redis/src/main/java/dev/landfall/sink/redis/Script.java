package dev.landfall.sink.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A Lua script. It names all its keys in KEYS, so that a cluster can check their slot.
 *
 * <p>Immutable, thread-safe.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Script(byte[] text, byte[] sha) {
  /** Makes one script of several files beside this class. */
  static Script of(String... files) {
    StringBuilder all = new StringBuilder();
    for (String file : files) {
      all.append(read(file)).append('\n');
    }
    byte[] text = Utf8.of(all.toString());
    return new Script(text, Utf8.of(HexFormat.of().formatHex(sha1(text))));
  }

  private static String read(String file) {
    try (InputStream in = Script.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("Cannot find '" + file + "': it belongs to this jar");
      }
      return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How Redis names a script; no security rests on it. */
  private static byte[] sha1(byte[] text) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(text);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot digest: every JVM has SHA-1", e);
    }
  }
}
