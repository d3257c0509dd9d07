package dev.landfall.conformance.broken;

import dev.landfall.conformance.host.CommitChoice;
import dev.landfall.conformance.memory.MemorySubjects;
import dev.landfall.conformance.memory.RowSink.Mode;
import dev.landfall.conformance.memory.Trait;
import dev.landfall.conformance.model.Rule;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The 42 broken sinks. The table is fixed: a change of a row needs a decision note. Stateless,
 * thread-safe.
 */
public final class BrokenSinks {
  /**
   * A host that forgets what came before: commits only what the notified checkpoint itself holds.
   */
  private static final CommitChoice ONLY_THIS =
      (pending, completed) ->
          pending.stream().filter(one -> one.checkpoint().orElseThrow().equals(completed)).toList();

  private final List<BrokenSink> sinks = new ArrayList<>();

  private BrokenSinks() {}

  /** In the order of the table. */
  public static List<BrokenSink> all() {
    BrokenSinks table = new BrokenSinks();
    table.firstHalf();
    table.secondHalf();
    return List.copyOf(table.sinks);
  }

  private void firstHalf() {
    two("M01", "commits at prepare", Trait.COMMITS_AT_PREPARE, Rule.T_1, Rule.T_7);
    wal("M02", "confirmation before data", Trait.CONFIRMS_FIRST, Rule.W_2, Rule.W_1);
    two("M03", "second commit throws for ever", Trait.SECOND_COMMIT_THROWS, Rule.T_3, Rule.T_7);
    two(
        "M04",
        "every unknown transaction counts as committed",
        Trait.UNKNOWN_COUNTS_AS_COMMITTED,
        Rule.T_4,
        Rule.T_5);
    two("M05", "ignores restored committables", Trait.IGNORES_RESTORED, Rule.T_7);
    two(
        "M06",
        "commits committables of a failed checkpoint after a restore",
        Trait.COMMITS_DANGLING,
        Rule.T_7,
        Rule.T_1);
    two(
        "M07",
        "aborts everybody's transactions at start",
        Trait.ABORTS_EVERYBODY,
        Rule.SI_5,
        Rule.T_2,
        Rule.T_7);
    two(
        "M08",
        "leaves transactions behind after fewer writers",
        Trait.ABORTS_OWN_SUBTASK_ONLY,
        Rule.T_7,
        Rule.T_8);
    two(
        "M09",
        "time-out shorter than recovery, unchecked",
        Trait.NO_TIMEOUT_CHECK,
        Rule.T_9,
        Rule.T_5);
    two(
        "M10",
        "random transactional id at each start",
        Trait.RANDOM_NAMES,
        Rule.SI_4,
        Rule.T_8,
        Rule.T_13);
    wal(
        "M11",
        "an old instance overwrites an object",
        Trait.NAMES_WITHOUT_GENERATION,
        Rule.W_6,
        Rule.SI_4,
        Rule.W_3);
    two(
        "M12",
        "asks \"committed already?\", then commits, not atomic",
        Trait.ASKS_THEN_COMMITS,
        Rule.T_3,
        Rule.T_8);
    rows(
        "M13",
        "idempotency key without subtask",
        Mode.KEY,
        Trait.KEY_WITHOUT_SPLIT,
        Rule.SI_4,
        Rule.I_4,
        Rule.W_3);
    rows(
        "M14",
        "idempotency key with generation",
        Mode.KEY,
        Trait.KEY_WITH_GENERATION,
        Rule.SI_4,
        Rule.I_1,
        Rule.T_3);
    two(
        "M15",
        "skips all up to the highest committed id, also after an older restore",
        Trait.SKIPS_UP_TO_HIGHEST,
        Rule.T_4,
        Rule.T_7);
    two("M16", "swallows asynchronous errors", Trait.SWALLOWS_WRITE_ERRORS, Rule.SI_1, Rule.T_2);
    two("M17", "no flush before prepare", Trait.NO_FLUSH_BEFORE_PREPARE, Rule.T_2, Rule.SI_1);
    two(
        "M18",
        "stale \"started\" flag: empty interval fails",
        Trait.STALE_STARTED_FLAG,
        Rule.T_10,
        Rule.T_7,
        Rule.SI_11);
  }

  private void secondHalf() {
    rows(
        "M19",
        "retries an operation that is not idempotent",
        Mode.HIGHEST_POSITION,
        Trait.RETRIES_APPEND,
        Rule.I_1,
        Rule.I_4);
    upsert(
        "M20",
        "ignores item errors of a bulk reply",
        Trait.IGNORES_ITEM_ERRORS,
        Rule.SI_1,
        Rule.SI_8);
    rows(
        "M21",
        "retries a whole half-done batch that appends",
        Mode.HIGHEST_POSITION,
        Trait.RETRIES_WHOLE_BATCH,
        Rule.I_1,
        Rule.I_4);
    two(
        "M22a",
        "record after the barrier in n",
        Trait.COMMITS_LATER_INTERVALS_TOO,
        Rule.SI_11,
        Rule.T_7);
    two(
        "M22b",
        "record before the barrier in n+1",
        Trait.KEEPS_LAST_RECORD_BACK,
        Rule.SI_11,
        Rule.T_7);
    two("M23", "drops the tail at end of input", Trait.DROPS_TAIL, Rule.SI_11);
    two(
        "M24a",
        "drops committables when parallelism changes",
        Trait.DROPS_COMMITTABLES_OF_GONE_SUBTASKS,
        Rule.T_7,
        Rule.T_3);
    two(
        "M24b",
        "doubles committables when parallelism changes",
        Trait.DOUBLES_COMMITTABLES_OF_GONE_SUBTASKS,
        Rule.T_7,
        Rule.T_3);
    sinks.add(
        new BrokenSink(
            "M25",
            "host: commits only n, not those before",
            Rule.HO_5,
            Set.of(),
            MemorySubjects.twoPhase("m25", Set.of(), ONLY_THIS)));
    two("M26", "throws on a repeated notification", Trait.REPEATED_COMMIT_THROWS, Rule.T_3);
    upsert("M27", "retries out of order per key", Trait.RETRIES_OUT_OF_ORDER, Rule.I_3, Rule.I_4);
    wal("M28", "leaves uploads behind", Trait.LEAVES_UPLOADS, Rule.W_5);
    wal("M29", "forgets a failed part", Trait.FORGETS_FAILED_PART, Rule.W_2, Rule.SI_1);
    wal("M30a", "torn log entry: stuck for ever", Trait.TORN_ENTRY_STICKS, Rule.W_4);
    wal("M30b", "torn log entry: skipped", Trait.TORN_ENTRY_ENDS_READING, Rule.W_4);
    wal(
        "M31",
        "adopts unconfirmed objects by listing",
        Trait.ADOPTS_UNCONFIRMED,
        Rule.W_5,
        Rule.W_1);
    two(
        "M32",
        "committable bound to its connection",
        Trait.PREPARED_BOUND_TO_SESSION,
        Rule.T_2,
        Rule.T_3);
    wal("M33", "wall clock in a name", Trait.CLOCK_IN_NAMES, Rule.SI_4, Rule.W_3);
    two("M34a", "close commits", Trait.CLOSE_COMMITS, Rule.T_11, Rule.T_1, Rule.T_2);
    two("M34b", "close aborts what is prepared", Trait.CLOSE_ABORTS, Rule.T_11, Rule.T_1, Rule.T_2);
    two(
        "M35",
        "reports committed before the reply",
        Trait.REPORTS_BEFORE_REPLY,
        Rule.T_12,
        Rule.T_5);
    upsert(
        "M36a",
        "a bad record takes its neighbours along",
        Trait.BAD_TAKES_NEIGHBOURS,
        Rule.SI_8,
        Rule.I_4);
    upsert(
        "M36b",
        "a bad record is retried for ever",
        Trait.BAD_RETRIED_FOR_EVER,
        Rule.SI_8,
        Rule.I_4);
    upsert(
        "M36c",
        "a replay brings deleted keys back",
        Trait.REPLAYED_DELETES_SKIPPED,
        Rule.I_3,
        Rule.I_4);
  }

  private static Set<Rule> set(Rule... rules) {
    return rules.length == 0 ? Set.of() : EnumSet.copyOf(List.of(rules));
  }

  private void two(String id, String fault, Trait trait, Rule rule, Rule... mayFireToo) {
    sinks.add(
        new BrokenSink(
            id,
            fault,
            rule,
            set(mayFireToo),
            MemorySubjects.twoPhase(name(id), EnumSet.of(trait))));
  }

  private void wal(String id, String fault, Trait trait, Rule rule, Rule... mayFireToo) {
    sinks.add(
        new BrokenSink(
            id,
            fault,
            rule,
            set(mayFireToo),
            MemorySubjects.writeAhead(name(id), EnumSet.of(trait), Set.of())));
  }

  private void upsert(String id, String fault, Trait trait, Rule rule, Rule... mayFireToo) {
    sinks.add(
        new BrokenSink(
            id, fault, rule, set(mayFireToo), MemorySubjects.upsert(name(id), EnumSet.of(trait))));
  }

  private void rows(
      String id, String fault, Mode mode, Trait trait, Rule rule, Rule... mayFireToo) {
    sinks.add(
        new BrokenSink(
            id,
            fault,
            rule,
            set(mayFireToo),
            MemorySubjects.rows(name(id), mode, EnumSet.of(trait))));
  }

  private static String name(String id) {
    return id.toLowerCase(Locale.ROOT);
  }
}
