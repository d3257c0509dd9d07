package dev.landfall.runner.state;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.SegmentReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Verifies everything in a state directory: the checksum of each checkpoint, and of each record of
 * each log segment that one of them names. Changes nothing. One thread at a time.
 *
 * <p>While a pipeline runs, what it deletes meanwhile is told as missing; check again.
 */
public final class StateCheck {
  private final StateDirectory directory;
  private final List<Item> items = new ArrayList<>();
  private final List<CheckpointId> sound = new ArrayList<>();
  private final Set<IntervalId> named = new HashSet<>();

  private StateCheck(StateDirectory directory) {
    this.directory = directory;
  }

  /**
   * One thing that was looked at.
   *
   * @param name what it is
   * @param problem what is wrong with it; empty if nothing is
   */
  public record Item(String name, Optional<String> problem) {}

  /**
   * What was found.
   *
   * @param items everything that was looked at, the newest checkpoint first
   * @param newest the newest checkpoint, from which a start would go on; empty if there is none
   * @param restorable the newest checkpoint that is whole, with all segments that it names
   */
  public record Result(
      List<Item> items, Optional<CheckpointId> newest, Optional<CheckpointId> restorable) {
    /** Whether nothing is damaged or missing. */
    public boolean isSound() {
      return items.stream().allMatch(item -> item.problem().isEmpty());
    }
  }

  /** Looks at everything. */
  public static Result of(StateDirectory directory) throws StateException {
    return new StateCheck(directory).run();
  }

  private Result run() throws StateException {
    List<StoredCheckpoint> checkpoints = directory.checkpoints();
    for (StoredCheckpoint stored : checkpoints) {
      check(stored);
    }
    return new Result(
        List.copyOf(items),
        checkpoints.stream().findFirst().map(StoredCheckpoint::id),
        sound.stream().findFirst());
  }

  private void check(StoredCheckpoint stored) {
    String name = "checkpoint " + stored.id() + ", generation " + stored.generation();
    try {
      Checkpoint checkpoint = stored.read();
      items.add(new Item(name, Optional.empty()));
      boolean whole = true;
      for (Committable committable : checkpoint.committables()) {
        whole &= !LocalSegmentStore.isNamedBy(committable) || isSound(committable);
      }
      if (whole) {
        sound.add(stored.id());
      }
    } catch (StateException e) {
      items.add(new Item(name, Optional.of(String.valueOf(e.getMessage()))));
    }
  }

  /** A segment that several checkpoints name is told once. */
  private boolean isSound(Committable committable) {
    Optional<String> problem = problem(committable);
    if (named.add(committable.interval())) {
      items.add(new Item("log segment " + committable, problem));
    }
    return problem.isEmpty();
  }

  private Optional<String> problem(Committable committable) {
    try (LocalSegmentStore log = new LocalSegmentStore(directory.log());
        SegmentReader reader = log.sealed(committable).open()) {
      while (reader.next().isPresent()) {
        // Each record is verified as it is read; nothing else is wanted of it.
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
