package dev.landfall.conformance.broken;

import dev.landfall.conformance.host.Lapse;
import dev.landfall.conformance.host.Subject;
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
 * Broken sinks and hosts beyond the fixed table: each is there because its rule would otherwise
 * have caught nothing, so that nobody could say whether it catches anything. Stateless,
 * thread-safe.
 */
public final class FurtherSinks {
  private final List<BrokenSink> sinks = new ArrayList<>();

  private FurtherSinks() {}

  /** In the order of their ids. */
  public static List<BrokenSink> all() {
    FurtherSinks table = new FurtherSinks();
    table.sinks();
    table.hosts();
    table.more();
    return List.copyOf(table.sinks);
  }

  private void sinks() {
    two("M18b", "a slow first write is lost", Trait.SLOW_FIRST_WRITE_LOST, Rule.T_10);
    upsert("X01", "close sends the failed batch again", Trait.FLUSHES_AT_CLOSE, Rule.SI_2);
    upsert("X02", "buffer without a bound", Trait.UNBOUNDED_BUFFER, Rule.SI_3);
    upsert("X03", "starts without keys, and reads by key", Trait.KEYLESS_STARTS, Rule.SI_6);
    two("X04", "starts on a weaker guarantee", Trait.STARTS_ON_WEAKER_GUARANTEE, Rule.SI_6);
    two("X05", "writes a delete as a row", Trait.DELETE_BECOMES_ROW, Rule.SI_8);
    two("X06", "password in a committable's summary", Trait.TELLS_PASSWORD, Rule.SI_9);
    upsert("X07", "flush does not wait for replies", Trait.FLUSHES_WITHOUT_REPLIES, Rule.I_2);
    rows("X08", "appends what is there already", Trait.APPENDS_BLINDLY, Rule.I_4);
    monotonic("X09", "called monotonic, compares no versions", Set.of(), Rule.I_5);
    monotonic(
        "X10",
        "monotonic, forgets deletions at once",
        Set.of(Trait.COMPARES_VERSIONS, Trait.DELETIONS_FORGOTTEN),
        Rule.I_5);
    wal("X11", "publishes and confirms when it seals", Trait.CONFIRMS_AT_SEAL, Rule.W_1);
    wal("X12", "publishes again under another name", Trait.NEW_OBJECT_EACH_TIME, Rule.W_3);
    two("X13", "asks for ever for what has expired", Trait.RETRIES_LOST_FOR_EVER, Rule.T_5);
    two("X14", "abort takes committed rows back", Trait.ABORT_UNDOES_COMMIT, Rule.T_6);
    two("X15", "fences nobody", Trait.NO_FENCE, Rule.T_8);
    two("X16", "a session more for each interval", Trait.LEAKS_SESSIONS, Rule.T_13);
    two("X17", "two slots, used again too early", Trait.REUSES_SLOTS, Rule.HO_14, Rule.SI_11);
    two("X18", "tells no confirmations", Trait.CONFIRMATIONS_UNTOLD, Rule.HO_15);
    add(
        "X19",
        "commits in parts within a partition",
        Rule.T_1,
        MemorySubjects.twoPhaseByPartition("x19", Trait.COMMITS_IN_HALVES));
  }

  /** Added after the hosts had their numbers. */
  private void more() {
    two("X31", "readers wait for commits, and it does not say so", Trait.LOCKS_READERS, Rule.T_8);
    add(
        "X32",
        "its lock stays after its death",
        Rule.T_8,
        MemorySubjects.twoPhaseThatBlocks("x32", Trait.LOCK_WITHOUT_OWNER));
    upsert("X33", "readers wait for a flush", Trait.LOCKS_READERS, Rule.SI_5);
    two(
        "X34",
        "refuses to start with more or fewer writers",
        Trait.REFUSES_OTHER_PARALLELISM,
        Rule.HO_9);
    host("X35", "commits what was given up", Lapse.COMMITS_WHAT_WAS_GIVEN_UP, Rule.HO_6);
    two("X36", "passes over keys that it does not know", Trait.PASSES_OVER_UNKNOWN_KEYS, Rule.SI_7);
    two("X37", "writes text in the machine's charset", Trait.TEXT_IN_DEFAULT_CHARSET, Rule.SI_10);
    upsert(
        "X38", "removes a key before it writes it again", Trait.REMOVES_BEFORE_IT_WRITES, Rule.I_2);
    two(
        "X39",
        "tells of confirmations that are not there",
        Trait.CONFIRMATIONS_INVENTED,
        Rule.HO_15);
  }

  private void hosts() {
    host("X20", "counts checkpoints from 1 at each start", Lapse.COUNTS_FROM_ONE, Rule.HO_1);
    host("X21", "hands a record over on both sides", Lapse.HANDS_OVER_TWICE, Rule.HO_2);
    host("X22", "commits at the barrier", Lapse.COMMITS_AT_BARRIER, Rule.HO_4, Rule.T_1);
    host("X23", "forgets a failed checkpoint", Lapse.DROPS_FAILED, Rule.HO_6);
    host("X24", "replays in another order", Lapse.SWAPS_AT_REPLAY, Rule.HO_7);
    host("X25", "fences before it commits", Lapse.FENCES_FIRST, Rule.HO_8);
    host("X26", "makes no checkpoint for the tail", Lapse.NO_LAST_CHECKPOINT, Rule.HO_10);
    host("X27", "completes without a lease", Lapse.COMPLETES_WITHOUT_LEASE, Rule.HO_11);
    host("X28", "leaves idle writers out", Lapse.SKIPS_EMPTY_INTERVALS, Rule.HO_12);
    host("X29", "asks not whether it is alive", Lapse.ASKS_NOT_WHETHER_ALIVE, Rule.HO_13);
    host("X30", "calls a writer from two threads", Lapse.WRITES_FROM_TWO_THREADS, Rule.HO_3);
  }

  private static String name(String id) {
    return id.toLowerCase(Locale.ROOT);
  }

  private void add(String id, String fault, Rule rule, Subject subject, Rule... mayFireToo) {
    sinks.add(new BrokenSink(id, fault, rule, Set.of(mayFireToo), subject));
  }

  private void two(String id, String fault, Trait trait, Rule rule, Rule... mayFireToo) {
    add(id, fault, rule, MemorySubjects.twoPhase(name(id), EnumSet.of(trait)), mayFireToo);
  }

  private void wal(String id, String fault, Trait trait, Rule rule, Rule... mayFireToo) {
    Subject subject = MemorySubjects.writeAhead(name(id), EnumSet.of(trait), Set.of());
    add(id, fault, rule, subject, mayFireToo);
  }

  private void upsert(String id, String fault, Trait trait, Rule rule, Rule... mayFireToo) {
    add(id, fault, rule, MemorySubjects.upsert(name(id), EnumSet.of(trait)), mayFireToo);
  }

  private void monotonic(
      String id, String fault, Set<Trait> traits, Rule rule, Rule... mayFireToo) {
    add(id, fault, rule, MemorySubjects.monotonic(name(id), traits), mayFireToo);
  }

  private void rows(String id, String fault, Trait trait, Rule rule, Rule... mayFireToo) {
    Subject subject = MemorySubjects.rows(name(id), Mode.HIGHEST_POSITION, EnumSet.of(trait));
    add(id, fault, rule, subject, mayFireToo);
  }

  private void host(String id, String fault, Lapse lapse, Rule rule, Rule... mayFireToo) {
    Subject subject = MemorySubjects.twoPhase(name(id), Set.of()).under(lapse);
    add(id, "host: " + fault, rule, subject, mayFireToo);
  }
}
