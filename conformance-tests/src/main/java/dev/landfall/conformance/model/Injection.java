package dev.landfall.conformance.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;

/**
 * One fault at one place, written {@code K3@C2.commit/EndTxn#1}. Immutable, thread-safe.
 *
 * @param fault what happens
 * @param at before what it happens; for a reply, to what it happens
 */
public record Injection(Fault fault, Address at) {
  /**
   * The inverse of {@link #toString()}.
   *
   * @throws IllegalArgumentException if {@code text} is not an injection
   */
  @JsonCreator
  public static Injection parse(String text) {
    int split = text.indexOf('@');
    if (split < 0) {
      throw new IllegalArgumentException(
          "Cannot read the fault '" + text + "': expected FAULT@ADDRESS");
    }
    return new Injection(fault(text.substring(0, split)), Address.parse(text.substring(split + 1)));
  }

  private static Fault fault(String word) {
    return Arrays.stream(Fault.values())
        .filter(fault -> fault.name().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot find the fault '" + word + "', expected K1 to K13"));
  }

  @Override
  @JsonValue
  public String toString() {
    return fault + "@" + at;
  }
}
