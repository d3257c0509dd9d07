package dev.landfall.conformance.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where in a schedule something happens: host event, operation, ordinal, as in {@code
 * C2.commit/EndTxn#1}. A host event by itself has no operation: {@code C2.durable}. Immutable,
 * thread-safe.
 *
 * <p>An address names a place, not a count from the start of the run, so it still names it after an
 * unrelated operation was added earlier.
 *
 * @param event the host event and what is done in it
 * @param verb the store's operation; empty for the host event itself
 * @param ordinal of this operation in this event, from 1; 0 for the host event itself
 */
public record Address(String event, String verb, int ordinal) {
  private static final Pattern TEXT = Pattern.compile("([^/#@;]+)(?:/([^/#@;]+)#(\\d{1,6}))?");

  /** A host event by itself. */
  public static Address of(String event) {
    return new Address(event, "", 0);
  }

  /** Whether this is a request to the store, as opposed to an event of the host. */
  public boolean isOperation() {
    return !verb.isEmpty();
  }

  /**
   * The inverse of {@link #toString()}.
   *
   * @throws IllegalArgumentException if {@code text} is not an address
   */
  @JsonCreator
  public static Address parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "Cannot read the address '" + text + "': expected EVENT or EVENT/OPERATION#ORDINAL");
    }
    return matcher.group(2) == null
        ? of(matcher.group(1))
        : new Address(matcher.group(1), matcher.group(2), Integer.parseInt(matcher.group(3)));
  }

  @Override
  @JsonValue
  public String toString() {
    return verb.isEmpty() ? event : event + '/' + verb + '#' + ordinal;
  }
}
