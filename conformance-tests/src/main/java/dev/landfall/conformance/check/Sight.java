package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a reader sees now, what it saw before, and what lies behind. One thread at a time. */
final class Sight {
  private Map<String, Integer> counts = new HashMap<>();
  private Map<String, String> keyed = new HashMap<>();
  private SortedSet<String> more = new TreeSet<>();
  private SortedSet<String> fewer = new TreeSet<>();
  private List<RawEntry> raw = List.of();
  private boolean blocked;
  private boolean waited;

  // ---- writing

  void seen(Event.Seen seen) {
    Map<String, Integer> before = counts;
    counts = new HashMap<>();
    keyed = new HashMap<>();
    waited = blocked;
    blocked = seen.blocked();
    for (Item item : seen.items()) {
      counts.merge(item.record(), 1, Integer::sum);
      keyed.put(item.key(), item.record());
    }
    more = more(before, counts);
    fewer = more(counts, before);
  }

  /** Of which records {@code there} has more than {@code here}. */
  private static SortedSet<String> more(Map<String, Integer> here, Map<String, Integer> there) {
    SortedSet<String> more = new TreeSet<>();
    there.forEach(
        (record, count) -> {
          if (count > here.getOrDefault(record, 0)) {
            more.add(record);
          }
        });
    return more;
  }

  void raw(Event.Raw now) {
    raw = now.entries();
  }

  // ---- reading

  /** How often the record is there. */
  int count(String record) {
    return counts.getOrDefault(record, 0);
  }

  Map<String, Integer> counts() {
    return counts;
  }

  /**
   * The records of which there are more, or fewer, than at the look before this one: in the order
   * of their names, so that two judgements of one history say the same.
   */
  SortedSet<String> changed() {
    SortedSet<String> changed = new TreeSet<>(more);
    changed.addAll(fewer);
    return changed;
  }

  /** Whether there are more of the record than at the look before this one. */
  boolean isMore(String record) {
    return more.contains(record);
  }

  /** The record that put the value of the key there; null if there is none. */
  @Nullable String valueOf(String key) {
    return keyed.get(key);
  }

  /** Whether some reader or writer would have to wait. */
  boolean isBlocked() {
    return blocked;
  }

  /** Whether that was so at the look before this one: it may show what others did meanwhile. */
  boolean hasWaited() {
    return waited;
  }

  List<RawEntry> raw() {
    return raw;
  }

  /** Whether some piece of a log was cut off while it was written. */
  boolean isTorn() {
    return raw.stream().anyMatch(entry -> entry.kind() == RawEntry.Kind.TORN_SEGMENT);
  }
}
