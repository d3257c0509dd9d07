package dev.landfall.conformance.memory;

import dev.landfall.conformance.model.Access;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterId;
import java.util.ArrayList;
import java.util.List;

/**
 * The numbered log of one subtask. Take-over and confirmation are both conditional puts of the next
 * number, so that they cannot race (W-6). One thread at a time.
 */
final class ConfirmationLog {
  private static final int ATTEMPTS = 20;

  private final Connection connection;
  private final WriterId writer;
  private List<ConfirmationEntry> entries = List.of();

  ConfirmationLog(Connection connection, WriterId writer) {
    this.connection = connection;
    this.writer = writer;
  }

  /** Reads it anew. */
  ConfirmationLog read() throws StoreFailure {
    List<ConfirmationEntry> found = new ArrayList<>();
    String prefix = Names.confirmations(writer.sink()) + writer.subtask() + "/";
    connection
        .objects()
        .list(prefix)
        .values()
        .forEach(blob -> found.add(ConfirmationEntry.parse(blob.text())));
    entries = found;
    return this;
  }

  boolean confirms(IntervalId interval) {
    return entries.stream()
        .anyMatch(entry -> entry.interval().filter(interval::equals).isPresent());
  }

  Generation newest() {
    return new Generation(
        entries.stream().mapToLong(ConfirmationEntry::generation).max().orElse(0));
  }

  List<ConfirmationEntry> entries() {
    return entries;
  }

  /** Whether a take-over by {@code instance} at {@code generation} is there. */
  boolean isTakenBy(Generation generation, String instance) {
    return entries.contains(ConfirmationEntry.takeover(generation.value(), instance));
  }

  private void requireNotFenced(Generation generation, String instance) throws StoreFailure {
    for (ConfirmationEntry entry : entries) {
      boolean other =
          entry.interval().isEmpty()
              && entry.generation() == generation.value()
              && !instance.isEmpty()
              && !entry.instance().equals(instance);
      if (entry.generation() > generation.value() || other) {
        throw new StoreFailure(
            StoreFailure.Kind.FENCED, "generation " + entry.generation() + " has taken over");
      }
    }
  }

  /** Appends the confirmation; whether it was this call that did. */
  boolean confirm(IntervalId interval, List<String> objects) throws StoreFailure {
    return append(
        ConfirmationEntry.confirms(interval, objects), Access.CONFIRM, interval.generation(), "");
  }

  void takeOver(Generation generation, String instance) throws StoreFailure {
    append(
        ConfirmationEntry.takeover(generation.value(), instance),
        Access.FENCE,
        generation,
        instance);
  }

  private boolean append(
      ConfirmationEntry entry, Access access, Generation generation, String instance)
      throws StoreFailure {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      read();
      // After a lost reply, or a repetition, one's own entry is there.
      if (entries.contains(entry)) {
        return attempt > 0;
      }
      requireNotFenced(generation, instance);
      try {
        connection
            .objects()
            .putIfAbsent(access, Names.confirmation(writer, entries.size() + 1), entry.text());
        return true;
      } catch (StoreFailure e) {
        if (e.kind() != StoreFailure.Kind.CONFLICT) {
          throw e;
        }
      }
    }
    throw new StoreFailure(
        StoreFailure.Kind.BUSY, "the confirmation log of " + writer + " moves on");
  }
}
