package dev.landfall.conformance.wire;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a sink is told in confidence: it may turn up in nothing that the sink says, keeps or logs
 * (SI-9), and the suite itself never repeats it. Immutable, thread-safe.
 *
 * @param secrets the longest first, for one may hold another; each line by itself, for one may be a
 *     whole file
 */
record Confided(List<String> secrets) {
  static final Confided NOTHING = new Confided(List.of());

  /** A shorter one guards nothing, and would be found in every other word. */
  private static final int SHORTEST_SECRET = 4;

  /** Letters and digits: what could be a word of a name or of a sentence may be met by chance. */
  private static final Pattern UNMISTAKABLE = Pattern.compile("(?=.*\\d)(?=.*\\p{Alpha}).{8,}");

  Confided {
    secrets =
        secrets.stream()
            .flatMap(String::lines)
            .filter(secret -> secret.length() >= SHORTEST_SECRET)
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  static Confided of(Collection<String> secrets) {
    return new Confided(List.copyOf(secrets));
  }

  /** These and more. */
  Confided and(Collection<String> more) {
    Set<String> all = new HashSet<>(secrets);
    all.addAll(more);
    return of(all);
  }

  /** Whether a sink that tells one could be told from a sink that says the same word by chance. */
  boolean canBeFound() {
    return secrets.stream().anyMatch(Confided::isUnmistakable);
  }

  /** Whether one of them is in the text and cannot be there by chance. */
  boolean isToldBy(String text) {
    return secrets.stream().anyMatch(secret -> isUnmistakable(secret) && text.contains(secret));
  }

  private static boolean isUnmistakable(String secret) {
    return UNMISTAKABLE.matcher(secret).matches();
  }

  /** The text without any of them. */
  String masked(String text) {
    return secrets.stream().reduce(text, (masked, secret) -> masked.replace(secret, "***"));
  }
}
