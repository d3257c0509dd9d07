package dev.landfall.sdk.config;

/**
 * One thing that is wrong in a configuration. Holds no secret and no text that a reference stood
 * for (SI-9). Immutable, thread-safe.
 *
 * @param path the key, such as {@code sink.batch-size}; empty for the file as a whole
 * @param actual what is there
 * @param expected what could be there; empty if {@code actual} says all
 * @param remedy what to do about it; empty if {@code expected} says it
 */
public record ConfigurationProblem(String path, String actual, String expected, String remedy) {
  @Override
  public String toString() {
    return (path.isEmpty() ? "" : path + ": ")
        + actual
        + (expected.isEmpty() ? "" : ", expected " + expected)
        + (remedy.isEmpty() ? "" : " (" + remedy + ")");
  }
}
