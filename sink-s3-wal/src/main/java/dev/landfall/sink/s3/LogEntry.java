package dev.landfall.sink.s3;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterScope;
import java.util.List;

/**
 * One entry of a subtask's confirmation log. Immutable, thread-safe.
 *
 * <p>Entries are numbered from 1 without a gap, each is written once, conditionally, and none is
 * ever removed while the pipeline lives: a number that became free again could be taken by an
 * instance that had been stopped before (W-6).
 */
sealed interface LogEntry {
  long number();

  /** The token of the process that wrote it. */
  String instance();

  /** The same entry under another number. */
  LogEntry at(long newNumber);

  /** Whether {@code other} says the same and is by the same process, whatever its number. */
  boolean isSameAs(LogEntry other);

  /**
   * No older generation confirms anything after this entry.
   *
   * @param scope for whose writers that holds: those that whoever wrote it answers for
   */
  record Fence(long number, Generation generation, WriterScope scope, String instance)
      implements LogEntry {
    @Override
    public LogEntry at(long newNumber) {
      return new Fence(newNumber, generation, scope, instance);
    }

    /** Whether all that {@code other} forbids is forbidden by this one. */
    boolean includes(Fence other) {
      return !generation.isOlderThan(other.generation) && scope.contains(other.scope);
    }

    @Override
    public boolean isSameAs(LogEntry other) {
      return other instanceof Fence fence
          && fence.generation.equals(generation)
          && fence.scope.equals(scope)
          && fence.instance.equals(instance);
    }
  }

  /** The records of an interval count from now on: those in {@code objects}, and no others. */
  record Confirmation(
      long number, IntervalId interval, long records, String instance, List<DataObject> objects)
      implements LogEntry {
    public Confirmation {
      objects = List.copyOf(objects);
    }

    @Override
    public LogEntry at(long newNumber) {
      return new Confirmation(newNumber, interval, records, instance, objects);
    }

    @Override
    public boolean isSameAs(LogEntry other) {
      return other instanceof Confirmation confirmation
          && confirmation.interval.equals(interval)
          && confirmation.instance.equals(instance)
          && confirmation.objects.equals(objects);
    }
  }
}
