package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether a committable that is visible in part is whole in each partition (T-1, W-2, W-4). One
 * thread at a time.
 *
 * <p>In which partition a record is shows only when it is visible. So a part is judged when the
 * rest has come: it was a part across partitions if nothing of the rest came into a partition that
 * had shown something of it before. In a store without partitions there is nothing to wait for.
 */
final class PartWatch implements Watch {
  private final Book book;
  private final Findings findings;
  private final boolean twoPhase;
  private final Map<String, String> partitionOf = new HashMap<>();
  private final Map<Interval, Part> parts = new HashMap<>();

  /** What of an interval was visible when it was first seen in part. */
  private record Part(Set<String> visible, Set<String> partitions, String missing) {}

  PartWatch(Book book, Findings findings) {
    this.book = book;
    this.findings = findings;
    this.twoPhase = book.contract() == Contract.TWO_PHASE;
  }

  @Override
  public void on(Event event) {
    if (event instanceof Event.Seen seen) {
      for (Item item : seen.items()) {
        if (!item.partition().isEmpty()) {
          partitionOf.put(item.record(), item.partition());
        }
      }
      book.sight().changed().stream()
          .flatMap(record -> book.intervals().of(record).stream())
          .distinct()
          .forEach(this::look);
    }
  }

  private void look(Interval interval) {
    Part before = parts.get(interval);
    if (before != null && book.isVisible(interval)) {
      parts.remove(interval);
      judge(interval, before);
    } else if (before == null && isInPart(interval)) {
      Part now = part(interval);
      if (now.partitions.isEmpty()) {
        saw(interval, now, Outcome.PARTLY_VISIBLE_WITHIN_WRITER);
      } else {
        parts.put(interval, now);
      }
    }
  }

  /** Something of it has just come: what went away, another watch has explained by now. */
  private boolean isInPart(Interval interval) {
    return !book.isExplained(interval)
        && interval.checkpoint > 0
        && !interval.abandoned
        && !book.isVisible(interval);
  }

  private Part part(Interval interval) {
    Set<String> visible = new HashSet<>();
    Set<String> partitions = new HashSet<>();
    for (String record : interval.records) {
      if (book.sight().count(record) > 0) {
        visible.add(record);
        String partition = partitionOf.getOrDefault(record, "");
        if (!partition.isEmpty()) {
          partitions.add(partition);
        }
      }
    }
    return new Part(visible, partitions, book.firstMissing(interval));
  }

  private void judge(Interval interval, Part part) {
    List<String> rest = new ArrayList<>(interval.records);
    rest.removeAll(part.visible);
    boolean within =
        rest.stream()
            .anyMatch(record -> part.partitions.contains(partitionOf.getOrDefault(record, "")));
    saw(
        interval,
        part,
        within ? Outcome.PARTLY_VISIBLE_WITHIN_WRITER : Outcome.PARTLY_VISIBLE_ACROSS_PARTITIONS);
  }

  private void saw(Interval interval, Part part, Outcome outcome) {
    String partitions = part.partitions.isEmpty() ? "" : ", in " + part.partitions;
    if (findings.saw(
        twoPhase ? Rule.T_1 : book.sight().isTorn() ? Rule.W_4 : Rule.W_2,
        outcome,
        interval.checkpoint,
        interval.id,
        part.missing,
        part.visible.size()
            + " of "
            + interval.records.size()
            + " records are visible"
            + partitions)) {
      book.explain(interval.records);
    }
  }
}
