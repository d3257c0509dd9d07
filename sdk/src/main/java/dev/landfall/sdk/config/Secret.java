package dev.landfall.sdk.config;

/**
 * A value that is never printed (SI-9): from {@code ${env:NAME}} or {@code ${file:PATH}} only,
 * masked in {@link #toString}. Immutable, thread-safe.
 */
public final class Secret {
  private final String text;

  private Secret(String text) {
    this.text = text;
  }

  public static Secret of(String text) {
    return new Secret(text);
  }

  /** The secret itself, for the one place that sends it to the store. */
  public String reveal() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return 31;
  }

  @Override
  public String toString() {
    return "****";
  }
}
