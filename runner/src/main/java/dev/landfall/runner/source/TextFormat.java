package dev.landfall.runner.source;

import dev.landfall.sdk.source.SourceException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** How records are written as text. */
public enum TextFormat {
  /**
   * By the name: {@code .jsonl}, {@code .ndjson} and {@code .json} are JSON lines, {@code .csv} is
   * CSV.
   */
  AUTO,
  /** One JSON object a line. */
  JSONL,
  /** RFC 4180. */
  CSV;

  /** What AUTO comes to for the files of these names, or the format itself. */
  TextFormat of(List<String> names) throws SourceException {
    if (this != AUTO) {
      return this;
    }
    boolean csv = names.stream().allMatch(TextFormat::isCsv);
    if (csv || names.stream().allMatch(TextFormat::isJson)) {
      return csv ? CSV : JSONL;
    }
    throw new SourceException(
        "Cannot tell the format of " + names + ": expected .jsonl or .csv names (set format)");
  }

  private static String stored(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("\\.(gz|zst)$", "");
  }

  private static boolean isCsv(String name) {
    return stored(name).endsWith(".csv");
  }

  private static boolean isJson(String name) {
    return stored(name).matches(".*\\.(jsonl|ndjson|json)");
  }

  /**
   * Makes the format from its keys.
   *
   * @throws SourceException if the keys do not go together
   */
  static RecordFormat make(
      TextFormat format, String delimiter, Header header, List<String> columns, List<String> nulls)
      throws SourceException {
    if (format == JSONL) {
      require(columns.isEmpty(), "columns " + columns, "none for jsonl (drop columns)");
      return new JsonFormat();
    }
    require(
        delimiter.length() == 1 && " !#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\t".contains(delimiter),
        "delimiter '" + delimiter + "'",
        "one ASCII character that is no letter, digit, quote or line break");
    require(
        header == Header.FIRST_RECORD || !columns.isEmpty(),
        "no header and no columns",
        "names (list them in columns)");
    require(
        Set.copyOf(columns).size() == columns.size(), "columns " + columns, "names that differ");
    return new CsvFormat(delimiter.charAt(0), columns, header, Set.copyOf(nulls));
  }

  private static void require(boolean condition, String actual, String bound)
      throws SourceException {
    if (!condition) {
      throw new SourceException("Cannot read text: " + actual + ", expected " + bound);
    }
  }
}
