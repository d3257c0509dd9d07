package dev.landfall.runner.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands there is no record (SI-8). It has no stack trace: it names a fault of the input, and
 * there may be many.
 */
final class MalformedRecordException extends Exception {
  private static final int SHOWN_CHARACTERS = 80;

  /** What Jackson says about itself: nobody who mends a file can do anything about it. */
  private static final Pattern PARSER_DETAIL =
      Pattern.compile(
          " \\(start marker at.*"
              + "|,? from `StreamReadConstraints\\.\\w+\\(\\)`"
              + "|: enable `JsonReadFeature\\.\\w+` to allow",
          Pattern.DOTALL);

  private final String reason;
  private final boolean sentence;

  private MalformedRecordException(String message, boolean sentence) {
    super(message, null, false, false);
    this.reason = message;
    this.sentence = sentence;
  }

  /** Says in a whole sentence what is wrong and what helps. */
  MalformedRecordException(String message) {
    this(message, true);
  }

  /** The part of a sentence that says what was found and what was expected. */
  static MalformedRecordException expected(String actual, String bound) {
    return new MalformedRecordException(quoted(actual) + ", expected " + bound, false);
  }

  /** The part of a sentence that says what is wrong with a value. */
  static MalformedRecordException part(String message) {
    return new MalformedRecordException(message, false);
  }

  /** Bytes that are no UTF-8. */
  static MalformedRecordException utf8(byte[] bytes, int from, int at) {
    return new MalformedRecordException(
        "Cannot read the record: byte 0x%02X at column %d is no UTF-8, expected UTF-8 (convert the file)"
            .formatted(bytes[at] & 0xFF, at - from + 1));
  }

  /** What Jackson found. */
  static MalformedRecordException json(JsonProcessingException e, int column) {
    String message = e.getOriginalMessage();
    Matcher detail = PARSER_DETAIL.matcher(message);
    return new MalformedRecordException(
        "Cannot read the record as JSON: "
            + detail.replaceAll("")
            + " at column "
            + column
            + ", expected one object a line (mend the line)");
  }

  /** What is wrong. */
  String reason() {
    return reason;
  }

  /** Whether the reason is a whole sentence. */
  boolean isSentence() {
    return sentence;
  }

  /** A text in quotes, cut where it is long. */
  static String quoted(String text) {
    if (text.length() <= SHOWN_CHARACTERS) {
      return "'" + text + "'";
    }
    int end = Character.isHighSurrogate(text.charAt(SHOWN_CHARACTERS - 1)) ? 1 : 0;
    return "'" + text.substring(0, SHOWN_CHARACTERS - end) + "' and so on";
  }
}
