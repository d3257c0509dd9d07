package dev.landfall.sink.redis;

import dev.landfall.sdk.Finding;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.Protocol.Keyword;
import redis.clients.jedis.exceptions.JedisDataException;

/** Looks at one server. One thread at a time. */
final class ServerCheck {
  private final RedisConfiguration configuration;
  private final Connection connection;
  private final String place;
  private final Set<Finding> findings;

  ServerCheck(
      RedisConfiguration configuration,
      Connection connection,
      String place,
      Set<Finding> findings) {
    this.configuration = configuration;
    this.connection = connection;
    this.place = place;
    this.findings = findings;
  }

  /** Version, role, and whether it is the kind of server that the configuration means. */
  void kind() {
    ServerFacts server = info("server");
    if (!server.isAtLeast(6, 2)) {
      error("is Redis " + server.text("redis_version"), "use 6.2 or later: expiry needs PXAT");
    }
    boolean cluster = server.text("redis_mode").equals("cluster");
    if (cluster && !configuration.isCluster()) {
      error("is a node of a cluster", "name it in 'nodes' instead of 'url'");
    }
    if (!cluster && configuration.isCluster() && !server.values().isEmpty()) {
      error("is no node of a cluster", "name it in 'url' instead of 'nodes'");
    }
    configuration.durability().ifPresent(wanted -> checkWait(wanted, server));
  }

  private void checkWait(DurabilityWait wanted, ServerFacts server) {
    if (wanted.aof() && !server.isAtLeast(7, 2)) {
      error(
          "is Redis " + server.text("redis_version") + ", which has no WAITAOF",
          "use 7.2 or later, or 'durability: {replicas: N}' with 'appendfsync always'");
    }
    long replicas = info("replication").number("connected_slaves");
    if (replicas < wanted.replicas()) {
      error(
          "has " + replicas + " replicas, and 'durability' waits for " + wanted.replicas(),
          "add replicas, or lower 'durability.replicas'");
    }
  }

  /** What the server does with what it has acknowledged (I-2). */
  void durability() {
    ServerFacts persistence = info("persistence");
    if (persistence.values().isEmpty()) {
      warning(
          "does not tell how it keeps data: the user may not use INFO",
          "ACL SETUSER " + configuration.user().orElse("NAME") + " +info");
      return;
    }
    checkDisk(persistence);
    checkEviction(info("memory"));
  }

  private void checkDisk(ServerFacts persistence) {
    boolean copied = configuration.durability().isPresent();
    if (persistence.number("aof_enabled") == 0) {
      String what =
          "has appendonly no: a restart loses what it acknowledged since its last snapshot";
      String remedy = "CONFIG SET appendonly yes, or set 'accept-volatile: true'";
      if (configuration.acceptVolatile() || copied) {
        warning(what, remedy);
      } else {
        error(what, remedy);
      }
      return;
    }
    String sync = setting("appendfsync").orElse("unknown");
    if (!sync.equals("always")) {
      warning(
          "has appendfsync "
              + sync
              + ": a loss of power loses the last "
              + (sync.equals("everysec") ? "second or two" : "writes"),
          "CONFIG SET appendfsync always, or use 'durability'");
    }
  }

  /** With the policies {@code volatile-…} only keys go that have an end of their life. */
  private void checkEviction(ServerFacts memory) {
    String policy = memory.text("maxmemory_policy");
    if (memory.number("maxmemory") == 0 || policy.equals("noeviction") || policy.isEmpty()) {
      return;
    }
    boolean mortal = configuration.expires() || configuration.mode() == RedisMode.MONOTONIC;
    if (policy.startsWith("volatile-") && !mortal) {
      return;
    }
    String what =
        "has maxmemory-policy "
            + policy
            + ": when memory runs out it deletes keys"
            + (policy.startsWith("volatile-") ? " that expire, remembered deletions included" : "");
    String remedy = "CONFIG SET maxmemory-policy noeviction, or set 'accept-eviction: true'";
    if (configuration.acceptEviction()) {
      warning(what, remedy);
    } else {
      error(what, remedy);
    }
  }

  /** Writes a key that has expired already, which no reader sees, and removes it. */
  void rights(RedisKey probe) {
    try {
      connection.executeCommand(
          new CommandArguments(Command.SET).add(probe.bytes()).add("").add(Keyword.PXAT).add(1));
      connection.executeCommand(new CommandArguments(Command.DEL).add(probe.bytes()));
      for (Script script : scripts()) {
        connection.executeCommand(
            new CommandArguments(Command.SCRIPT).add("LOAD").add(script.text()));
      }
      if (!scripts().isEmpty()) {
        // Of no keys, so it does nothing.
        connection.executeCommand(
            new CommandArguments(Command.EVALSHA).add(scripts().get(1).sha()).add(0));
      }
    } catch (JedisDataException e) {
      Fault fault = Fault.of(e);
      // In a cluster it may be the key of another node, which has the same user.
      if (fault.kind() != FaultKind.MOVED) {
        error(
            "refuses to write: " + fault.text(),
            "see docs/sink-redis.md for the rights that the user needs");
      }
    }
  }

  private List<Script> scripts() {
    return configuration.mode() == RedisMode.MONOTONIC
        ? new GuardedCommands(configuration).scripts()
        : List.of();
  }

  private ServerFacts info(String section) {
    try {
      byte[] text =
          (byte[]) connection.executeCommand(new CommandArguments(Command.INFO).add(section));
      return ServerFacts.of(new String(text, StandardCharsets.UTF_8));
    } catch (JedisDataException e) {
      return ServerFacts.of("");
    }
  }

  /** Managed servers often refuse CONFIG. */
  private Optional<String> setting(String name) {
    try {
      List<?> told =
          (List<?>)
              connection.executeCommand(new CommandArguments(Command.CONFIG).add("GET").add(name));
      return told.size() < 2
          ? Optional.empty()
          : Optional.of(new String((byte[]) told.get(1), StandardCharsets.UTF_8));
    } catch (JedisDataException e) {
      return Optional.empty();
    }
  }

  private void error(String what, String remedy) {
    findings.add(Finding.error("'" + place + "' " + what, remedy));
  }

  private void warning(String what, String remedy) {
    findings.add(Finding.warning("'" + place + "' " + what, remedy));
  }
}
