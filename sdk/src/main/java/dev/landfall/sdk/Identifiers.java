package dev.landfall.sdk;

import java.util.regex.Pattern;

/**
 * The alphabet of the names that become part of every name in a store (SI-4). Stateless,
 * thread-safe.
 */
final class Identifiers {
  static final int MAX_PIPELINE_LENGTH = 48;
  static final int MAX_SINK_LENGTH = 32;

  /**
   * Lower case, so that a store with a case-insensitive collation or file system cannot make two
   * names one; without {@code .}, {@code /} and {@code :}, so that each backend has a delimiter
   * that no name contains.
   */
  private static final Pattern ALLOWED = Pattern.compile("[a-z0-9][a-z0-9_-]*");

  private Identifiers() {}

  static String require(String what, String value, int maxLength) {
    if (value.length() > maxLength || !ALLOWED.matcher(value).matches()) {
      throw new IllegalArgumentException(
          String.format(
              "Cannot name a %s '%s': expected 1 to %d of a-z, 0-9, '-' and '_', starting with a letter or digit",
              what, value, maxLength));
    }
    return value;
  }
}
