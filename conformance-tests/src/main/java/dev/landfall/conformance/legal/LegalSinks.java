package dev.landfall.conformance.legal;

import dev.landfall.conformance.host.Subject;
import dev.landfall.conformance.memory.MemorySubjects;
import dev.landfall.conformance.memory.Trait;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The eight odd but legal sinks. Stateless, thread-safe. */
public final class LegalSinks {
  private LegalSinks() {}

  /** Beyond the eight: modes whose rules only broken sinks beyond the fixed table break. */
  public static List<Subject> further() {
    return List.of(
        MemorySubjects.monotonic("monotonic", EnumSet.of(Trait.COMPARES_VERSIONS)),
        MemorySubjects.twoPhaseByPartition("commits-by-partition", Trait.COMMITS_BY_PARTITION),
        MemorySubjects.twoPhaseThatBlocks("readers-wait-for-commits", Trait.LOCKS_READERS));
  }

  /** In the order of {@code docs/conformance.md}. */
  public static List<Subject> all() {
    return List.of(
        MemorySubjects.twoPhase("commits-late", EnumSet.of(Trait.COMMITS_LATE)),
        MemorySubjects.twoPhase("transaction-per-group", EnumSet.of(Trait.TRANSACTION_PER_GROUP)),
        MemorySubjects.twoPhaseInAnyOrder("any-order-across-writers"),
        MemorySubjects.twoPhase("loud-on-timeout", EnumSet.of(Trait.LOUD_ON_TIMEOUT)),
        MemorySubjects.writeAhead(
            "leftovers-until-clean-up",
            EnumSet.of(Trait.LEAVES_UPLOADS),
            EnumSet.of(Weakness.LEFTOVERS)),
        MemorySubjects.writeAhead("uploads-again", EnumSet.of(Trait.UPLOADS_AGAIN), Set.of()),
        MemorySubjects.upsert(
            "writes-nothing-before-flush", EnumSet.of(Trait.WRITES_NOTHING_BEFORE_FLUSH)),
        MemorySubjects.twoPhase("reads-and-reconnects", EnumSet.of(Trait.READS_AND_RECONNECTS)));
  }
}
