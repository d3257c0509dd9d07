package dev.landfall.conformance.memory;

import dev.landfall.conformance.host.CommitChoice;
import dev.landfall.conformance.host.Subject;
import dev.landfall.conformance.memory.MemoryBench.Reader;
import dev.landfall.conformance.model.Capability;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.View;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.EnumSet;
import java.util.Set;

/** Sinks on the simulated store, as subjects of the suite. Stateless, thread-safe. */
public final class MemorySubjects {
  private static final Set<Weakness> IDEMPOTENT =
      EnumSet.of(
          Weakness.VISIBLE_BEFORE_DURABLE,
          Weakness.PARTLY_VISIBLE_ACROSS_WRITERS,
          Weakness.PARTLY_VISIBLE_WITHIN_WRITER,
          Weakness.OLDER_VALUE_SEEN,
          Weakness.OLDER_VALUE_STAYS,
          Weakness.EFFECT_OF_OLD_INSTANCE);
  private static final Set<Weakness> MONOTONIC =
      EnumSet.of(
          Weakness.VISIBLE_BEFORE_DURABLE,
          Weakness.PARTLY_VISIBLE_ACROSS_WRITERS,
          Weakness.PARTLY_VISIBLE_WITHIN_WRITER);
  private static final Set<Capability> KEYLESS = EnumSet.of(Capability.RECORDS_WITHOUT_KEY);
  private static final Set<Weakness> WRITE_AHEAD =
      EnumSet.of(Weakness.PARTLY_VISIBLE_ACROSS_WRITERS, Weakness.REPEATED_AFTER_OLDER_RESTORE);
  private static final Set<Weakness> TWO_PHASE = WRITE_AHEAD;

  private MemorySubjects() {}

  /** The reference for two-phase commit, but for the given traits. */
  public static Subject twoPhase(String name, Set<Trait> traits) {
    return twoPhase(name, traits, CommitChoice.ALL_UP_TO);
  }

  /** The same under a host of its own choice. */
  public static Subject twoPhase(String name, Set<Trait> traits, CommitChoice commits) {
    return twoPhase(name, traits, commits, Reader.ROWS);
  }

  /** The reference for two-phase commit, read in another order across writers. */
  public static Subject twoPhaseInAnyOrder(String name) {
    return twoPhase(name, Set.of(), CommitChoice.ALL_UP_TO, Reader.ROWS_BY_SPLIT);
  }

  /** The same on a store that shows one partition after the other, and says so. */
  public static Subject twoPhaseByPartition(String name, Trait trait) {
    Set<Weakness> declared = EnumSet.copyOf(TWO_PHASE);
    declared.add(Weakness.PARTLY_VISIBLE_ACROSS_PARTITIONS);
    return twoPhase(
        name, EnumSet.of(trait), CommitChoice.ALL_UP_TO, Reader.ROWS_BY_PARTITION, declared);
  }

  /** The same, whose commits let readers wait, and which says so. */
  public static Subject twoPhaseThatBlocks(String name, Trait trait) {
    Set<Weakness> declared = EnumSet.copyOf(TWO_PHASE);
    declared.add(Weakness.BLOCKED_UNTIL_RECOVERED);
    return twoPhase(name, EnumSet.of(trait), CommitChoice.ALL_UP_TO, Reader.ROWS, declared);
  }

  private static Subject twoPhase(
      String name, Set<Trait> traits, CommitChoice commits, Reader reader) {
    return twoPhase(name, traits, commits, reader, TWO_PHASE);
  }

  private static Subject twoPhase(
      String name, Set<Trait> traits, CommitChoice commits, Reader reader, Set<Weakness> declared) {
    return new Subject(
            name,
            Contract.TWO_PHASE,
            View.ROWS,
            declared,
            Subject.Reach.WIRE,
            commits,
            gate ->
                new MemoryBench(
                    gate,
                    (endpoint, context) -> new TransactionSink(endpoint, context, traits),
                    reader,
                    traits,
                    Set.of()))
        .declaring(KEYLESS);
  }

  /** The reference for the write-ahead log, but for the given traits and further declarations. */
  public static Subject writeAhead(String name, Set<Trait> traits, Set<Weakness> declares) {
    Set<Weakness> declared = EnumSet.copyOf(WRITE_AHEAD);
    declared.addAll(declares);
    return new Subject(
            name,
            Contract.WRITE_AHEAD,
            View.ROWS,
            declared,
            Subject.Reach.WIRE,
            CommitChoice.ALL_UP_TO,
            gate ->
                new MemoryBench(
                    gate,
                    (endpoint, context) -> new LogSink(endpoint, context, traits),
                    Reader.CONFIRMED,
                    traits,
                    Set.of()))
        .declaring(KEYLESS);
  }

  /** The reference for idempotent writing by key, but for the given traits. */
  public static Subject upsert(String name, Set<Trait> traits) {
    return upsert(name, traits, IDEMPOTENT);
  }

  /** Idempotent writing by key that declares neither older values nor effects of the dead. */
  public static Subject monotonic(String name, Set<Trait> traits) {
    return upsert(name, traits, MONOTONIC);
  }

  private static Subject upsert(String name, Set<Trait> traits, Set<Weakness> declared) {
    return new Subject(
            name,
            Contract.IDEMPOTENT,
            View.KEYED,
            declared,
            Subject.Reach.WIRE,
            CommitChoice.ALL_UP_TO,
            gate ->
                new MemoryBench(
                    gate,
                    (endpoint, context) -> new UpsertSink(endpoint, traits),
                    Reader.KEYED,
                    traits,
                    Set.of()))
        .declaring(EnumSet.of(Capability.DELETES));
  }

  /** Idempotent writing of rows, but for the given traits. */
  public static Subject rows(String name, RowSink.Mode mode, Set<Trait> traits) {
    return new Subject(
            name,
            Contract.IDEMPOTENT,
            View.ROWS,
            IDEMPOTENT,
            Subject.Reach.WIRE,
            CommitChoice.ALL_UP_TO,
            gate ->
                new MemoryBench(
                    gate,
                    (endpoint, context) -> new RowSink(endpoint, mode, traits),
                    Reader.ROWS,
                    traits,
                    Set.of()))
        .declaring(KEYLESS);
  }
}
