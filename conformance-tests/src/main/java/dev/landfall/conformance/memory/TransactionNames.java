package dev.landfall.conformance.memory;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkContext;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** How the reference names transactions: by the interval alone (SI-4). Thread-safe. */
final class TransactionNames {
  private static final Memo<Optional<IntervalId>> PARSED = new Memo<>(TransactionNames::parse);

  private final String start;
  private final boolean random;
  private final boolean slots;

  /** The generation that this process will take; only broken sinks want to know. */
  private long generation;

  TransactionNames(SinkContext context, Set<Trait> traits) {
    random = traits.contains(Trait.RANDOM_NAMES);
    slots = traits.contains(Trait.REUSES_SLOTS);
    SplittableRandom chance = new SplittableRandom(context.seed() + context.instance().hashCode());
    start = Long.toHexString(chance.nextLong());
  }

  long generation() {
    return generation;
  }

  void generation(long taken) {
    generation = Math.max(generation, taken);
  }

  String of(IntervalId interval) {
    if (slots) {
      // Two slots a writer, whatever has become of what was in them.
      long slot = (interval.ordinal() - 1) % 2 + 1;
      return Names.transaction(new IntervalId(interval.writer(), interval.generation(), slot));
    }
    return random
        ? Names.TRANSACTIONS + start + "-" + interval.writer().subtask() + "-" + interval.ordinal()
        : Names.transaction(interval);
  }

  /** Whose it is; empty for a foreign name. The part of a group follows the interval. */
  static Optional<IntervalId> interval(String name) {
    return PARSED.of(name);
  }

  private static Optional<IntervalId> parse(String name) {
    if (!name.startsWith(Names.TRANSACTIONS)) {
      return Optional.empty();
    }
    String text = name.substring(Names.TRANSACTIONS.length());
    int group = text.indexOf("/t");
    try {
      return Optional.of(IntervalId.parse(group < 0 ? text : text.substring(0, group)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
