package dev.landfall.conformance.stores;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterId;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the names of branches: {@code lf:PIPELINE:SUBTASK,SINK:GENERATION:ORDINAL} with numbers in
 * base 36, as the JDBC sink documents them; PostgreSQL's driver wraps the two halves in base 64.
 * Stateless, thread-safe.
 */
final class SqlNames {
  private static final int BASE = 36;
  private static final int FORMAT = 0x4C464431;
  private static final Pattern NAME =
      Pattern.compile("lf:([a-z0-9_-]+):([0-9a-z]+),([a-z0-9_-]+):([0-9a-z]+):([0-9a-z]+)");
  private static final Pattern GID = Pattern.compile("-?\\d+_([A-Za-z0-9+/=]+)_([A-Za-z0-9+/=]+)");

  private SqlNames() {}

  /** The interval as {@code pipeline/sink/subtask/gG/oO}; empty for anybody else's name. */
  static Optional<String> interval(String name) {
    Matcher matcher = NAME.matcher(plain(name));
    return matcher.matches()
        ? Optional.of(
            String.format(
                "%s/%s/%d/g%d/o%d",
                matcher.group(1),
                matcher.group(3),
                Long.parseLong(matcher.group(2), BASE),
                Long.parseLong(matcher.group(4), BASE),
                Long.parseLong(matcher.group(5), BASE)))
        : Optional.empty();
  }

  /** A branch's name in a statement of MySQL or MariaDB, as the JDBC sink names it. */
  static String xid(IntervalId interval) {
    WriterId writer = interval.writer();
    String global =
        "lf:" + writer.sink().pipeline() + ":" + Integer.toString(writer.subtask(), BASE);
    String branch =
        writer.sink().sink()
            + ":"
            + Long.toString(interval.generation().value(), BASE)
            + ":"
            + Long.toString(interval.ordinal(), BASE);
    return hex(global) + "," + hex(branch) + "," + FORMAT;
  }

  private static String hex(String text) {
    return "0x" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String plain(String name) {
    Matcher gid = GID.matcher(name);
    if (!gid.matches()) {
      return name;
    }
    byte[] global = Base64.getDecoder().decode(gid.group(1));
    byte[] branch = Base64.getDecoder().decode(gid.group(2));
    return latin(global, 0, global.length) + "," + latin(branch, 0, branch.length);
  }

  static String latin(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
