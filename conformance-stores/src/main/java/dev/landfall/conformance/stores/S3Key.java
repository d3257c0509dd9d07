package dev.landfall.conformance.stores;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key, and what stands under it by the documented layout of the write-ahead sink: data beside
 * {@code _landfall/PIPELINE/SINK/…}. Immutable, thread-safe.
 *
 * @param text the key, without the bucket
 * @param kind what stands there
 */
record S3Key(String text, Kind kind) {
  private static final Pattern BOOKKEEPING =
      Pattern.compile(
          "(?:.*/)?_landfall/[^/]+/[^/]+/(?:(probe|staged)/.*|subtasks/\\d+/(\\w+)/.*)");

  private static final Pattern DATA_NAME =
      Pattern.compile("([a-z0-9_-]+)\\.([a-z0-9_-]+)\\.(\\d+)\\.g(\\d+)\\.o(\\d+)\\..*");

  /** What a key is of. */
  enum Kind {
    /** No key: the bucket. */
    NONE,
    DATA,
    /** The numbered entries that fence and confirm. */
    LOG,
    /** What reading many entries is shortened by. */
    SUMMARY,
    /** What a log in the store keeps of unconfirmed intervals. */
    STAGED,
    /** What preflight tries out. */
    PROBE
  }

  /** Reads a path-style address, such as {@code /BUCKET/KEY}. */
  static S3Key ofPath(String path) {
    int slash = path.indexOf('/', 1);
    String encoded = slash < 0 ? "" : path.substring(slash + 1);
    // A plus in a path is a plus, and the decoder of forms would take it for a space.
    return of(URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8));
  }

  /** Reads a key. */
  static S3Key of(String key) {
    if (key.isEmpty()) {
      return new S3Key(key, Kind.NONE);
    }
    Matcher matcher = BOOKKEEPING.matcher(key);
    if (!matcher.matches()) {
      return new S3Key(key, Kind.DATA);
    }
    String folder = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    return new S3Key(key, Kind.valueOf(folder.toUpperCase(Locale.ROOT)));
  }

  boolean isNone() {
    return kind == Kind.NONE;
  }

  boolean isProbe() {
    return kind == Kind.PROBE;
  }

  /** As part of an operation's name. */
  String folder() {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** The interval of a data object, as {@code pipeline/sink/subtask/gG/oO}. */
  Optional<String> interval() {
    Matcher matcher = DATA_NAME.matcher(text.substring(text.lastIndexOf('/') + 1));
    return kind == Kind.DATA && matcher.matches()
        ? Optional.of(
            String.format(
                "%s/%s/%s/g%s/o%s",
                matcher.group(1),
                matcher.group(2),
                matcher.group(3),
                matcher.group(4),
                matcher.group(5)))
        : Optional.empty();
  }
}
