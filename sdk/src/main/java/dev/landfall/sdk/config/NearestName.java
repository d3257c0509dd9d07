package dev.landfall.sdk.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what a person meant by a name that is not known (SI-7). Stateless, thread-safe. */
public final class NearestName {
  /** One edit in this many letters is taken for a slip; more is another word. */
  private static final int LETTERS_PER_EDIT = 3;

  private NearestName() {}

  /** The known name that is nearest to {@code name}, empty if none is near. */
  public static Optional<String> of(String name, Collection<String> known) {
    String given = plain(name);
    int most = Math.max(1, given.length() / LETTERS_PER_EDIT);
    return known.stream()
        .filter(candidate -> distance(given, plain(candidate)) <= most)
        .min(Comparator.comparingInt((String candidate) -> distance(given, plain(candidate))));
  }

  /** As a remedy: {@code did you mean 'table'?}, or the known names where none is near. */
  public static String remedy(String name, Collection<String> known) {
    return of(name, known)
        .map(nearest -> "did you mean '" + nearest + "'?")
        .orElseGet(() -> "known: " + String.join(", ", known));
  }

  /** {@code createTable}, {@code CREATE_TABLE} and {@code create-table} are spelled alike. */
  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
  }

  /**
   * Insertions, deletions, substitutions and swaps of neighbours that lead from one to the other
   * (optimal string alignment).
   */
  private static int distance(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? i + j : step(edits, from, to, i, j);
      }
    }
    return edits[from.length()][to.length()];
  }

  private static int step(int[][] edits, String from, String to, int i, int j) {
    int changed = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
    int least =
        Math.min(edits[i - 1][j - 1] + changed, Math.min(edits[i - 1][j] + 1, edits[i][j - 1] + 1));
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(least, edits[i - 2][j - 2] + 1) : least;
  }
}
