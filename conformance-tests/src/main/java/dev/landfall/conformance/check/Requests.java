package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Event;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The requests to the store, by number and by the records that they carry. One thread at a time.
 */
final class Requests {
  private final boolean carryRecords;
  private final Map<Long, Op> byNumber = new HashMap<>();
  private final Map<String, List<Op>> byRecord = new HashMap<>();
  private @Nullable Op lastApplied;
  private @Nullable Op lastSent;

  /**
   * Requests of a run.
   *
   * @param carryRecords whether they say which records they carry, as not every decoder can
   */
  Requests(boolean carryRecords) {
    this.carryRecords = carryRecords;
  }

  // ---- writing

  void sent(Event.Sent sent, Instance process) {
    Op op = new Op(sent, process);
    byNumber.put(sent.op(), op);
    lastSent = op;
    sent.records()
        .forEach(record -> byRecord.computeIfAbsent(record, none -> new ArrayList<>()).add(op));
  }

  void applied(Event.Applied applied) {
    lastApplied = numbered(applied.op());
    lastApplied.applied = true;
  }

  void answered(Event.Answered answered) {
    Op op = numbered(answered.op());
    op.answered = true;
    op.error = answered.error();
    op.failed = answered.failed();
  }

  // ---- reading

  boolean carryRecords() {
    return carryRecords;
  }

  /**
   * The request of that number.
   *
   * @throws IllegalArgumentException if the history has not sent it
   */
  Op numbered(long number) {
    Op op = byNumber.get(number);
    if (op == null) {
      throw new IllegalArgumentException("Cannot check a history: no request " + number);
    }
    return op;
  }

  List<Op> of(String record) {
    return byRecord.getOrDefault(record, List.of());
  }

  Collection<Op> all() {
    return byNumber.values();
  }

  Optional<Op> lastApplied() {
    return Optional.ofNullable(lastApplied);
  }

  Optional<Op> lastSent() {
    return Optional.ofNullable(lastSent);
  }
}
