package dev.landfall.sink.redis;

import java.util.List;
import redis.clients.jedis.CommandArguments;

/**
 * Commands that carry some changes to one server. Immutable, thread-safe.
 *
 * @param commands each is answered by one reply
 * @param changes what they carry, each key once
 * @param judge reads the replies
 */
record Request(List<CommandArguments> commands, List<Change> changes, Judge judge) {
  /** Reads replies, none of which is an error. Stateless, thread-safe. */
  interface Judge {
    /** The verdict on each change, in their order. */
    List<Verdict> read(List<Object> replies, List<Change> changes);
  }

  /** Every change is written when no reply is an error. */
  static final Judge WRITTEN =
      (replies, changes) -> java.util.Collections.nCopies(changes.size(), Verdict.WRITTEN);

  static Request of(CommandArguments command, List<Change> changes) {
    return new Request(List.of(command), changes, WRITTEN);
  }
}
