package dev.landfall.conformance.memory;

import dev.landfall.conformance.memory.StoreFailure.Kind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The rows and keys of the simulated store. One thread at a time. */
final class Tables {
  /** What becomes of a deletion where versions are compared. */
  enum Tombstones {
    KEPT,
    DROPPED
  }

  private final Set<Lie> lies;
  private final Changes changes;
  private final List<Entry> rows = new ArrayList<>();
  private final Set<String> rowNames = new LinkedHashSet<>();
  private final Map<String, String> keyed = new TreeMap<>();
  private final Map<String, Long> deletions = new TreeMap<>();
  private final Map<String, Long> versions = new TreeMap<>();
  private final List<Runnable> notApplied = new ArrayList<>();

  Tables(Set<Lie> lies, Changes changes) {
    this.lies = lies;
    this.changes = changes;
  }

  /** Adds rows that nothing keeps from being there twice. */
  void append(List<Entry> entries) throws StoreFailure {
    requireGood(entries);
    acknowledge(() -> rows.addAll(entries));
  }

  /** Adds a row unless one of that name is there; whether it was added. */
  boolean insertIfAbsent(String name, Entry entry) throws StoreFailure {
    requireGood(List.of(entry));
    changes.view();
    boolean added = rowNames.add(name);
    if (added) {
      rows.add(entry);
    }
    return added;
  }

  /** Puts or deletes one key. */
  void put(Entry entry) throws StoreFailure {
    requireGood(List.of(entry));
    acknowledge(
        () -> {
          if (entry.kind() == Entry.Kind.DELETE) {
            keyed.remove(entry.key());
          } else {
            keyed.put(entry.key(), entry.record());
          }
        });
  }

  /** Puts or deletes unless the key has seen a later position. */
  void putNewer(Entry entry, Tombstones tombstones) throws StoreFailure {
    if (entry.offset() < versions.getOrDefault(entry.key(), -1L)) {
      return;
    }
    put(entry);
    versions.put(entry.key(), entry.offset());
    if (entry.kind() == Entry.Kind.DELETE && tombstones == Tombstones.DROPPED) {
      versions.remove(entry.key());
    }
  }

  /** Deletes unless a deletion of the same or a later position is remembered. */
  void deleteOnce(Entry entry) {
    changes.view();
    long remembered = deletions.getOrDefault(entry.key(), -1L);
    if (entry.offset() > remembered) {
      deletions.put(entry.key(), entry.offset());
      keyed.remove(entry.key());
    }
  }

  /** The highest offset of a split among the rows, or -1. */
  long highestOffset(String split) {
    return rows.stream()
        .filter(row -> row.split().equals(split))
        .mapToLong(Entry::offset)
        .max()
        .orElse(-1);
  }

  private void acknowledge(Runnable change) {
    changes.view();
    if (lies.contains(Lie.ACKNOWLEDGES_BEFORE_IT_APPLIES)) {
      notApplied.add(change);
    } else {
      change.run();
    }
  }

  static void requireGood(List<Entry> entries) throws StoreFailure {
    for (Entry entry : entries) {
      if (entry.kind() == Entry.Kind.BAD) {
        throw new StoreFailure(Kind.REFUSED, "record " + entry.record() + " is too large");
      }
    }
  }

  /** Rows that a transaction has brought. */
  void add(Entry entry) {
    rows.add(entry);
  }

  void remove(List<Entry> entries) {
    rows.removeAll(entries);
  }

  /** What was acknowledged and not applied is gone. */
  void restart() {
    notApplied.clear();
  }

  List<Entry> rows() {
    return rows;
  }

  Map<String, String> keyed() {
    return keyed;
  }

  @Override
  public String toString() {
    return rows + "|" + rowNames + "|" + keyed + "|" + deletions + "|" + versions;
  }
}
