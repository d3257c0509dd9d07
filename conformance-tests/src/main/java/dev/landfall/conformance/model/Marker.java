package dev.landfall.conformance.model;

/** What the suite plants in order to find it again. Stateless, thread-safe. */
public final class Marker {
  /**
   * Given to a sink as its password, where its bench can; wherever else it turns up, a secret has
   * been told (SI-9).
   */
  public static final String SECRET = "pw-of-the-suite-9d1c";

  private Marker() {}
}
