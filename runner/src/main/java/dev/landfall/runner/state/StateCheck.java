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
 * <p>Beside a running pipeline a checkpoint that it deletes meanwhile is left out, and so are the
 * segments that no other one names.
 */
public final class StateCheck {
  /** A pipeline that outruns the check as often is told so. */
  private static final int MOST_LOOKS = 20;

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
   * @param isNewestReadable whether that one itself is whole, whatever its segments are
   * @param restorable the newest checkpoint that is whole, with all segments that it names
   */
  public record Result(
      List<Item> items,
      Optional<CheckpointId> newest,
      boolean isNewestReadable,
      Optional<CheckpointId> restorable) {
    /** Whether nothing is damaged or missing. */
    public boolean isSound() {
      return items.stream().allMatch(item -> item.problem().isEmpty());
    }
  }

  /**
   * Looks at everything.
   *
   * @throws StateException if the directory cannot be listed, or changes faster than it can be read
   */
  public static Result of(StateDirectory directory) throws StateException {
    for (int i = 0; i < MOST_LOOKS; i++) {
      List<StoredCheckpoint> checkpoints = directory.checkpoints();
      Result result = new StateCheck(directory).check(checkpoints);
      if (checkpoints.isEmpty() || checkpoints.get(0).isThere()) {
        return result;
      }
    }
    throw new StateException(
        StateException.Reason.MISSING,
        "Cannot check the state: its pipeline deletes checkpoints faster than they are read (stop"
            + " it, or check a copy)");
  }

  private Result check(List<StoredCheckpoint> checkpoints) {
    boolean isNewestReadable = false;
    for (StoredCheckpoint stored : checkpoints) {
      int before = items.size();
      boolean readable = check(stored);
      isNewestReadable |= readable && stored.equals(checkpoints.get(0));
      if (!stored.isThere()) {
        items.subList(before, items.size()).removeIf(item -> item.problem().isPresent());
      }
    }
    return new Result(
        List.copyOf(items),
        checkpoints.stream().findFirst().map(StoredCheckpoint::id),
        isNewestReadable,
        sound.stream().findFirst());
  }

  private boolean check(StoredCheckpoint stored) {
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
      return true;
    } catch (StateException e) {
      items.add(new Item(name, Optional.of(String.valueOf(e.getMessage()))));
      return false;
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
