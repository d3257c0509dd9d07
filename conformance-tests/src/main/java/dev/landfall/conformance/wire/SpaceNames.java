package dev.landfall.conformance.wire;

import java.time.Instant;

/** What the places of one run of the suite are called in a store. Stateless, thread-safe. */
public final class SpaceNames {
  private static final int BASE = 36;
  private static final int DIGITS = 6;
  private static final long MOST = (long) Math.pow(BASE, DIGITS);

  /** Spreads processes that begin at the same time. */
  private static final long STRIDE = 1_000_003;

  private SpaceNames() {}

  /**
   * The beginning of their names: {@code q}, six digits to the base 36, {@code x}. The same comes
   * again after 251 days, so that what a killed run has left is not met by the next.
   *
   * @param now to a hundredth of a second
   * @param process so that two that test one store do not meet
   */
  public static String unique(Instant now, long process) {
    long number = Math.floorMod(now.toEpochMilli() / 10 + process * STRIDE, MOST);
    String digits = Long.toString(number, BASE);
    return "q" + "0".repeat(DIGITS - digits.length()) + digits + "x";
  }
}
