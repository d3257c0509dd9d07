package dev.landfall.sink.redis;

import dev.landfall.sink.redis.Effect.Delete;
import dev.landfall.sink.redis.Effect.Fields;
import dev.landfall.sink.redis.Effect.Put;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/**
 * Mode {@code monotonic}: a script writes a change and its version, if the version is newer than
 * the stored one (I-5). Immutable, thread-safe.
 *
 * <p><b>Invariants.</b> A value and its version change in one script, hence together, also in the
 * AOF and at a replica (Redis manual, "Scripts as atomic units"). The stored version of a key never
 * falls while it is remembered. What has the same version is the same record, and is dropped.
 *
 * <p><b>Crash analysis.</b> A request of a dead instance that arrives late carries a version: if
 * its successor is already there or further, it is dropped; else it is what the successor will
 * write next, and the successor's own write is dropped. No generation is needed.
 */
final class GuardedCommands implements Commands {
  private static final byte[] NONE = new byte[0];
  private static final byte[] SET = Utf8.of("s");
  private static final byte[] HASH = Utf8.of("h");
  private static final byte[] DELETE = Utf8.of("d");
  private static final byte[] AFTER = Utf8.of("PX");
  private static final byte[] AT = Utf8.of("PXAT");

  static final String OTHER_SPLIT =
      "its key holds a version of another split, or of another kind, and the two have no order"
          + " (give 'version' a field)";

  private final int keysPerCommand;
  private final Groups.KeyGroups groups;
  private final long deletionsKeptMillis;
  private final VersionKeys versionKeys;
  private final Script puts;
  private final Script changes;

  GuardedCommands(RedisConfiguration configuration) {
    this.keysPerCommand = configuration.keysPerCommand();
    this.groups = configuration.isCluster() ? Groups.KeyGroups.SLOT : Groups.KeyGroups.ANY;
    this.deletionsKeptMillis = configuration.deletionsKept().toMillis();
    this.versionKeys = new VersionKeys(configuration.bookkeeping());
    boolean marked =
        configuration.ordersByPosition() && configuration.positionOrder() == PositionOrder.CHECKED;
    String compare = marked ? "compare-marked.lua" : "compare.lua";
    this.puts = Script.of(compare, "puts.lua");
    this.changes = Script.of(compare, "changes.lua");
  }

  @Override
  public List<Script> scripts() {
    return List.of(puts, changes);
  }

  @Override
  public List<Request> of(List<Change> all) {
    List<Request> requests = new ArrayList<>();
    Groups plain = new Groups(keysPerCommand, groups, this::puts, requests);
    Groups other = new Groups(keysPerCommand, groups, this::changes, requests);
    for (Change change : all) {
      boolean isPlain = change.effect() instanceof Put put && put.expiryMillis() == Effect.NEVER;
      (isPlain ? plain : other).add(change);
    }
    plain.end();
    other.end();
    return requests;
  }

  /** KEYS: versions, keys. ARGV: versions, values. */
  private Request puts(List<Change> group) {
    CommandArguments words = call(puts, group);
    group.forEach(change -> words.add(change.version().bytes()));
    group.forEach(change -> words.add(((Put) change.effect()).value()));
    return new Request(List.of(words), group, GuardedCommands::readPuts);
  }

  /** KEYS: versions, keys. ARGV: of each change what {@code changes.lua} says. */
  private Request changes(List<Change> group) {
    CommandArguments words = call(changes, group);
    group.forEach(change -> addChange(words, change));
    return new Request(List.of(words), group, GuardedCommands::readChanges);
  }

  private CommandArguments call(Script script, List<Change> group) {
    CommandArguments words =
        new CommandArguments(Command.EVALSHA).add(script.sha()).add(2 * group.size());
    group.forEach(change -> words.add(versionKeys.of(change.key())));
    group.forEach(change -> words.add(change.key().bytes()));
    return words;
  }

  private void addChange(CommandArguments words, Change change) {
    Effect effect = change.effect();
    words.add(change.version().bytes());
    if (effect instanceof Delete) {
      words.add(DELETE).add(NONE).add(AFTER).add(deletionsKeptMillis).add(0);
    } else if (effect instanceof Put put) {
      addExpiry(words.add(SET), put.expiryMillis());
      words.add(1).add(put.value());
    } else {
      Fields hash = (Fields) effect;
      addExpiry(words.add(HASH), hash.expiryMillis());
      addFields(words, hash);
    }
  }

  /** The version outlives the key: a replay must not bring the key back. */
  private void addExpiry(CommandArguments words, long expiryMillis) {
    if (expiryMillis == Effect.NEVER) {
      words.add(NONE).add(NONE).add(NONE);
    } else {
      words.add(expiryMillis).add(AT).add(expiryMillis + deletionsKeptMillis);
    }
  }

  private static void addFields(CommandArguments words, Fields hash) {
    List<byte[]> set = new ArrayList<>();
    List<byte[]> gone = new ArrayList<>();
    for (Map.Entry<RedisKey, Optional<byte[]>> field : hash.fields().entrySet()) {
      byte[] name = field.getKey().bytes();
      field
          .getValue()
          .ifPresentOrElse(value -> set.addAll(List.of(name, value)), () -> gone.add(name));
    }
    words.add(2 + set.size() + gone.size());
    words.add(hash.start() == Fields.Start.FROM_NOTHING ? 1 : 0);
    words.add(set.size());
    set.forEach(words::add);
    gone.forEach(words::add);
  }

  /** The number of older ones, then the places of those of another split, counted from 1. */
  private static List<Verdict> readPuts(List<Object> replies, List<Change> group) {
    List<?> told = (List<?>) replies.get(0);
    Verdict[] verdicts = new Verdict[group.size()];
    Arrays.fill(verdicts, Verdict.WRITTEN);
    for (int i = 1; i < told.size(); i++) {
      verdicts[(int) ((Long) told.get(i) - 1)] = new Verdict.Refused(OTHER_SPLIT);
    }
    // Which of the others were older nobody asks; how many is counted.
    long older = (Long) told.get(0);
    for (int i = 0; i < verdicts.length && older > 0; i++) {
      if (verdicts[i] == Verdict.WRITTEN) {
        verdicts[i] = Verdict.OLDER;
        older--;
      }
    }
    return List.of(verdicts);
  }

  /** Of each change: 1 written, 0 older, -1 of another split, or the text of an error. */
  private static List<Verdict> readChanges(List<Object> replies, List<Change> group) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Object told : (List<?>) replies.get(0)) {
      verdicts.add(told instanceof Long number ? verdict(number) : failed((byte[]) told));
    }
    return verdicts;
  }

  private static Verdict verdict(long number) {
    if (number < 0) {
      return new Verdict.Refused(OTHER_SPLIT);
    }
    return number == 0 ? Verdict.OLDER : Verdict.WRITTEN;
  }

  private static Verdict failed(byte[] text) {
    Fault fault = Fault.reply(new String(text, StandardCharsets.UTF_8));
    return fault.kind() == FaultKind.RECORD
        ? new Verdict.Refused(fault.text())
        : new Verdict.Failed(fault);
  }
}
