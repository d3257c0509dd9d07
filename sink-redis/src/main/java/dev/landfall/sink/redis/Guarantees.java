package dev.landfall.sink.redis;

import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a reader may observe, in plain words. Stateless, thread-safe. */
final class Guarantees {
  private Guarantees() {}

  static Guarantee of(RedisConfiguration configuration) {
    boolean monotonic = configuration.mode() == RedisMode.MONOTONIC;
    return new Guarantee(
        Guarantee.Level.EXACTLY_ONCE,
        "GET or HGETALL by key, at the master",
        conditions(configuration),
        monotonic ? early() : everything());
  }

  private static List<String> conditions(RedisConfiguration configuration) {
    List<String> conditions = new ArrayList<>();
    conditions.add("every record has a key, and all records of a key go through one writer");
    conditions.add("nothing else writes the same keys");
    conditions.add(
        configuration
            .durability()
            .map(Guarantees::afterWait)
            .orElse(
                "the server keeps what it has acknowledged: appendonly yes and appendfsync always;"
                    + " a fail-over to a replica loses what replication had not carried over"));
    if (configuration.acceptEviction()) {
      conditions.add("the server evicts none of the keys, which it is allowed to");
    }
    if (configuration.mode() == RedisMode.MONOTONIC) {
      conditions.add(
          configuration.ordersByPosition()
              ? "all records of a key come from one split, whose positions never begin again"
              : "field '" + configuration.version() + "' grows with every change of a key");
      conditions.add(
          "the keys that begin with '"
              + configuration.bookkeeping()
              + "' are left alone, and a deletion is replayed within "
              + configuration.deletionsKept().toSeconds()
              + " s");
    }
    return conditions;
  }

  private static String afterWait(DurabilityWait wait) {
    return "one of the "
        + wait.replicas()
        + " replicas that have the writes at each barrier is there to take over"
        + (wait.aof() ? ", or a disk that has them" : "")
        + "; Redis may promote another one, which loses them";
  }

  private static Map<Weakness, String> visible() {
    return Map.of(
        Weakness.VISIBLE_BEFORE_DURABLE,
        "a value is visible as soon as its batch is written, before the checkpoint",
        Weakness.PARTLY_VISIBLE_ACROSS_WRITERS,
        "each writer's batches become visible by themselves",
        Weakness.PARTLY_VISIBLE_WITHIN_WRITER,
        "the batches of one interval become visible one after the other");
  }

  /** Not an effect of the old process: its successor makes the same change. */
  private static Map<Weakness, String> early() {
    Map<Weakness, String> all = new HashMap<>(visible());
    all.merge(
        Weakness.VISIBLE_BEFORE_DURABLE,
        "a process that was stopped and wakes up can write what its successor is about to replay,"
            + " and nothing older",
        (before, more) -> before + "; " + more);
    return all;
  }

  private static Map<Weakness, String> everything() {
    Map<Weakness, String> all = new HashMap<>(visible());
    all.put(
        Weakness.OLDER_VALUE_SEEN,
        "during a replay a key goes back to older values until the replay has caught up");
    all.put(
        Weakness.OLDER_VALUE_STAYS,
        "a request of a dead process that reaches the server after its successor's puts an older"
            + " value back until the key is written again; mode monotonic rules it out");
    all.put(
        Weakness.EFFECT_OF_OLD_INSTANCE,
        "a process that was stopped and wakes up can still write what it held; mode monotonic makes"
            + " it harmless");
    return all;
  }
}
