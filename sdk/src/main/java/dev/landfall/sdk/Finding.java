package dev.landfall.sdk;

/**
 * One thing that preflight found before the first write (SI-6). Immutable, thread-safe.
 *
 * @param severity whether the pipeline may start
 * @param what what is missing or weak, with the actual value and the expected one
 * @param remedy what to do about it, if possible as a command or statement to paste
 */
public record Finding(Severity severity, String what, String remedy) {
  /** Whether a pipeline may start in spite of a finding. */
  public enum Severity {
    /** The pipeline does not start. */
    ERROR,
    /** The pipeline starts; the guarantee holds, or is weaker in the way that the finding says. */
    WARNING
  }

  /** Something that keeps the pipeline from starting. */
  public static Finding error(String what, String remedy) {
    return new Finding(Severity.ERROR, what, remedy);
  }

  /** Something that a person should know. */
  public static Finding warning(String what, String remedy) {
    return new Finding(Severity.WARNING, what, remedy);
  }

  @Override
  public String toString() {
    return severity + ": " + what + " (" + remedy + ")";
  }
}
