package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What is weak about the columns that are written (SI-6). Stateless, thread-safe. */
final class ColumnChecks {
  /** Encodings that hold all of Unicode, and the one that holds bytes. */
  private static final Set<String> WHOLE_UNICODE =
      Set.of("utf8mb4", "utf16", "utf16le", "utf32", "utf8", "gb18030", "binary");

  private static final int MICROSECONDS = 6;

  /** FLOAT(7,4) of MySQL and MariaDB. */
  private static final Pattern ROUNDED = Pattern.compile("(float|double)\\(.*");

  private ColumnChecks() {}

  static List<Finding> of(Target target) {
    List<Finding> findings = new ArrayList<>();
    for (Column column : target.columns()) {
      checkPrecision(column).ifPresent(findings::add);
      checkCharset(column).ifPresent(findings::add);
    }
    for (Column key : target.keys()) {
      checkKey(key).ifPresent(findings::add);
    }
    return findings;
  }

  /** Nothing is lost silently: what does not fit is rejected, which a person should know before. */
  private static Optional<Finding> checkPrecision(Column column) {
    return switch (column.type()) {
      case OTHER ->
          weak(
              column, "is not written by this sink", "leave it out of columns, or change its type");
      case FLOAT ->
          ROUNDED.matcher(column.sqlType()).matches()
              ? rounds(column)
              : weak(column, "rejects numbers that 32 bits do not hold", "change it to a double");
      case DOUBLE ->
          ROUNDED.matcher(column.sqlType()).matches() ? rounds(column) : Optional.empty();
      case TEXT, BYTES -> checkLength(column);
      case TIME, TIMESTAMP, TIMESTAMP_ZONED ->
          column.scale() < MICROSECONDS
              ? weak(
                  column,
                  "rejects times with more than " + column.scale() + " digits of a second",
                  "change its precision to 6")
              : Optional.empty();
      case BOOLEAN, INTEGER, DECIMAL, DATE, JSON, UUID -> Optional.empty();
    };
  }

  private static Optional<Finding> rounds(Column column) {
    return weak(column, "rounds numbers to its digits", "change it to a decimal or a double");
  }

  private static Optional<Finding> checkLength(Column column) {
    if (column.isOfFixedLength()) {
      return column.type() == ColumnType.TEXT
          ? weak(column, "does not keep spaces at the end of text", "change it to VARCHAR")
          : weak(column, "fills bytes up to its length with zeros", "change it to VARBINARY");
    }
    return column.sqlType().startsWith("enum(")
        ? weak(
            column,
            "takes text of digits for the number of a member",
            "change it to VARCHAR with a check")
        : Optional.empty();
  }

  private static Optional<Finding> checkCharset(Column column) {
    if (column.type() != ColumnType.TEXT || column.charset().isEmpty()) {
      return Optional.empty();
    }
    String charset = column.charset().get().toLowerCase(Locale.ROOT);
    // MySQL's utf8 is utf8mb3 and is told as such since 8.0.30; earlier it has three bytes too.
    boolean threeBytes =
        charset.equals("utf8") && column.collation().orElse("").startsWith("utf8_");
    return WHOLE_UNICODE.contains(charset) && !threeBytes
        ? Optional.empty()
        : Optional.of(
            Finding.warning(
                "column "
                    + column.name()
                    + " has character set "
                    + charset
                    + ": records with other characters are rejected",
                "change it to utf8mb4"));
  }

  /** Keys that a collation takes for equal would overwrite each other. */
  private static Optional<Finding> checkKey(Column key) {
    String collation = key.collation().orElse("").toLowerCase(Locale.ROOT);
    boolean binary =
        collation.isEmpty() || collation.endsWith("_bin") || collation.equals("binary");
    boolean mySql = key.charset().isPresent();
    if (key.type() != ColumnType.TEXT || binary || !mySql) {
      return key.ignoresSpacesAtTheEnd() && !key.isOfFixedLength()
          ? padded(key, collation)
          : Optional.empty();
    }
    return Optional.of(
        Finding.warning(
            "key column "
                + key.name()
                + " has collation "
                + collation
                + ", which takes different keys for one, such as 'a' and 'A'",
            "give the column a collation that ends with _bin"));
  }

  private static Optional<Finding> padded(Column key, String collation) {
    return Optional.of(
        Finding.warning(
            "key column "
                + key.name()
                + " has collation "
                + collation
                + ", which takes keys for one that differ in spaces at their end",
            "give the column utf8mb4_0900_bin (MySQL) or utf8mb4_nopad_bin (MariaDB)"));
  }

  private static Optional<Finding> weak(Column column, String what, String remedy) {
    return Optional.of(
        Finding.warning(
            "column " + column.name() + " has type " + column.sqlType() + " and " + what, remedy));
  }
}
