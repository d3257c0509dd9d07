package dev.landfall.sdk.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, written as {@code 64MiB}, {@code 512KiB}, {@code 10MB} or {@code 4096}.
 * Immutable, thread-safe.
 */
public record DataSize(long bytes) {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,15})\\s*(b|kb|mb|gb|kib|mib|gib)?");

  public DataSize {
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "Cannot use a size of " + bytes + " bytes: expected 0 or more");
    }
  }

  /**
   * Reads a size.
   *
   * @throws IllegalArgumentException if {@code text} is not one
   */
  public static DataSize parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a size, expected such as 64MiB, 10MB or 4096");
    }
    String unit = matcher.group(2) == null ? "b" : matcher.group(2);
    return new DataSize(Math.multiplyExact(Long.parseLong(matcher.group(1)), factor(unit)));
  }

  private static long factor(String unit) {
    return switch (unit) {
      case "kb" -> 1_000L;
      case "mb" -> 1_000_000L;
      case "gb" -> 1_000_000_000L;
      case "kib" -> 1L << 10;
      case "mib" -> 1L << 20;
      case "gib" -> 1L << 30;
      default -> 1L;
    };
  }

  @Override
  public String toString() {
    if (bytes >= 1L << 20 && bytes % (1L << 20) == 0) {
      return (bytes >> 20) + "MiB";
    }
    return bytes >= 1L << 10 && bytes % (1L << 10) == 0 ? (bytes >> 10) + "KiB" : bytes + "B";
  }
}
