package dev.landfall.sink.redis;

import dev.landfall.sink.redis.Effect.Delete;
import dev.landfall.sink.redis.Effect.Fields;
import dev.landfall.sink.redis.Effect.Put;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.Protocol.Keyword;

/**
 * Mode {@code set}: SET, MSET, HSET, HDEL and DEL, each of which has the same effect twice as once
 * (I-1). Immutable, thread-safe.
 *
 * <p>Strings without an end of life go by MSET, which is SET for several keys: the server takes
 * them faster than the same number of SETs.
 */
final class PlainCommands implements Commands {
  private final int keysPerCommand;
  private final Groups.KeyGroups groups;
  private final boolean expires;

  PlainCommands(RedisConfiguration configuration) {
    this.keysPerCommand = configuration.keysPerCommand();
    this.groups = configuration.isCluster() ? Groups.KeyGroups.SLOT : Groups.KeyGroups.ANY;
    this.expires = configuration.expires();
  }

  @Override
  public List<Script> scripts() {
    return List.of();
  }

  @Override
  public List<Request> of(List<Change> changes) {
    List<Request> requests = new ArrayList<>();
    Groups puts = new Groups(keysPerCommand, groups, PlainCommands::puts, requests);
    for (Change change : changes) {
      if (change.effect() instanceof Put put && put.expiryMillis() == Effect.NEVER) {
        puts.add(change);
      } else {
        requests.add(alone(change));
      }
    }
    puts.end();
    return requests;
  }

  private static Request puts(List<Change> changes) {
    CommandArguments words = new CommandArguments(changes.size() == 1 ? Command.SET : Command.MSET);
    for (Change change : changes) {
      words.add(change.key().bytes()).add(((Put) change.effect()).value());
    }
    return Request.of(words, changes);
  }

  private Request alone(Change change) {
    Effect effect = change.effect();
    byte[] key = change.key().bytes();
    if (effect instanceof Put put) {
      CommandArguments words = new CommandArguments(Command.SET).add(key).add(put.value());
      return Request.of(words.add(Keyword.PXAT).add(put.expiryMillis()), List.of(change));
    }
    if (effect instanceof Delete) {
      return Request.of(new CommandArguments(Command.DEL).add(key), List.of(change));
    }
    return new Request(hash(key, (Fields) effect), List.of(change), Request.WRITTEN);
  }

  /** Several commands: a crash between two of them is mended by the replay (I-4). */
  private List<CommandArguments> hash(byte[] key, Fields hash) {
    List<CommandArguments> commands = new ArrayList<>();
    if (hash.start() == Fields.Start.FROM_NOTHING) {
      commands.add(new CommandArguments(Command.DEL).add(key));
    }
    CommandArguments set = new CommandArguments(Command.HSET).add(key);
    CommandArguments gone = new CommandArguments(Command.HDEL).add(key);
    for (Map.Entry<RedisKey, Optional<byte[]>> field : hash.fields().entrySet()) {
      byte[] name = field.getKey().bytes();
      field.getValue().ifPresentOrElse(value -> set.add(name).add(value), () -> gone.add(name));
    }
    addIfFilled(commands, set);
    addIfFilled(commands, gone);
    if (expires) {
      commands.add(
          hash.expiryMillis() == Effect.NEVER
              ? new CommandArguments(Command.PERSIST).add(key)
              : new CommandArguments(Command.PEXPIREAT).add(key).add(hash.expiryMillis()));
    }
    return commands;
  }

  /** The command's name and the key count as two. */
  private static void addIfFilled(List<CommandArguments> commands, CommandArguments words) {
    if (words.size() > 2) {
      commands.add(words);
    }
  }
}
