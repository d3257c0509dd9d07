package dev.landfall.sink.redis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Gathers changes that one command can carry: bounded in number and bytes, and of one slot where
 * there are slots. Owned by one call.
 */
final class Groups {
  /** A command blocks the server for as long as it runs. */
  private static final long MOST_BYTES = 512 << 10;

  private final int most;
  private final KeyGroups groupOf;
  private final Function<List<Change>, Request> command;
  private final Map<Integer, Group> open = new HashMap<>();
  private final List<Request> closed;

  Groups(
      int most, KeyGroups groupOf, Function<List<Change>, Request> command, List<Request> closed) {
    this.most = most;
    this.groupOf = groupOf;
    this.command = command;
    this.closed = closed;
  }

  /** Which keys one command may name. Thread-safe. */
  interface KeyGroups {
    /** On a single server any two. */
    KeyGroups ANY = key -> 0;

    /** In a cluster those of one slot. */
    KeyGroups SLOT = RedisKey::slot;

    int of(RedisKey key);
  }

  private static final class Group {
    private final List<Change> changes = new ArrayList<>();
    private long bytes;
  }

  void add(Change change) {
    int number = groupOf.of(change.key());
    Group group = open.computeIfAbsent(number, none -> new Group());
    if (!group.changes.isEmpty() && group.bytes + change.bytes() > MOST_BYTES) {
      closed.add(command.apply(group.changes));
      group = new Group();
      open.put(number, group);
    }
    group.changes.add(change);
    group.bytes += change.bytes();
    if (group.changes.size() >= most) {
      closed.add(command.apply(group.changes));
      open.remove(number);
    }
  }

  /** Closes what is open. */
  void end() {
    open.values().forEach(group -> closed.add(command.apply(group.changes)));
    open.clear();
  }
}
