package dev.landfall.conformance.memory;

import dev.landfall.conformance.memory.StoreFailure.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * The store's fence table. One thread at a time.
 *
 * <p>A fence holds for the residue class of its scope, not for a list of subtasks: a subtask that
 * the store has never seen is fenced as well.
 */
final class Fences {
  private record Fence(
      String sink, int subtask, int parallelism, long generation, String instance) {
    boolean covers(Owner owner) {
      return sink.equals(owner.sink()) && owner.subtask() % parallelism == subtask;
    }

    boolean meets(String otherSink, int otherSubtask, int otherParallelism) {
      int common = greatestCommonDivisor(parallelism, otherParallelism);
      return sink.equals(otherSink) && (subtask - otherSubtask) % common == 0;
    }
  }

  private final List<Fence> fences = new ArrayList<>();
  private final List<Owner> registered = new ArrayList<>();

  private static int greatestCommonDivisor(int a, int b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }

  long newest(String sink, int subtask, int parallelism) {
    long newest = 0;
    for (Fence fence : fences) {
      if (fence.meets(sink, subtask, parallelism)) {
        newest = Math.max(newest, fence.generation);
      }
    }
    for (Owner owner : registered) {
      if (owner.sink().equals(sink) && owner.subtask() % parallelism == subtask) {
        newest = Math.max(newest, owner.generation());
      }
    }
    return newest;
  }

  void raise(String sink, int subtask, int parallelism, long generation, String instance)
      throws StoreFailure {
    for (Fence fence : fences) {
      boolean newer =
          fence.generation > generation
              || (fence.generation == generation && !fence.instance.equals(instance));
      if (newer && fence.meets(sink, subtask, parallelism)) {
        throw new StoreFailure(Kind.FENCED, "generation " + fence.generation + " has taken over");
      }
    }
    Fence fence = new Fence(sink, subtask, parallelism, generation, instance);
    if (!fences.contains(fence)) {
      fences.add(fence);
    }
  }

  void register(Owner owner) throws StoreFailure {
    check(owner);
    if (!registered.contains(owner)) {
      registered.add(owner);
    }
  }

  /** Stricter than {@link #check}: one generation may have been chosen by two. */
  boolean isFenced(Locks.Holder holder) {
    long generation = holder.owner().generation();
    return fences.stream()
        .filter(fence -> fence.covers(holder.owner()))
        .anyMatch(
            fence ->
                fence.generation > generation
                    || (fence.generation == generation
                        && !fence.instance.equals(holder.instance())));
  }

  void check(Owner owner) throws StoreFailure {
    for (Fence fence : fences) {
      if (fence.covers(owner) && fence.generation > owner.generation()) {
        throw new StoreFailure(Kind.FENCED, "generation " + fence.generation + " has taken over");
      }
    }
  }

  @Override
  public String toString() {
    return fences + " " + registered;
  }
}
