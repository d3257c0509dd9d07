package dev.landfall.sink.redis;

import dev.landfall.sdk.WriterId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;

/** The connections of one writer, one to each server. One thread at a time. */
final class Links implements AutoCloseable {
  private final Dialer dialer;
  private final WriterId writer;
  private final List<Script> scripts;
  private final Figures figures;
  private final Map<HostAndPort, Link> open = new HashMap<>();

  Links(Dialer dialer, WriterId writer, List<Script> scripts, Figures figures) {
    this.dialer = dialer;
    this.writer = writer;
    this.scripts = scripts;
    this.figures = figures;
  }

  /**
   * The connection to a server; a new one if the last one broke.
   *
   * @throws redis.clients.jedis.exceptions.JedisException if there is none to be had
   */
  Link to(HostAndPort node) {
    Link known = open.get(node);
    if (known != null && !known.isBroken()) {
      return known;
    }
    if (known != null) {
      known.close();
      open.remove(node);
    }
    Link link = Link.over(node, dialer.dial(node, writer), scripts);
    open.put(node, link);
    figures.connected();
    return link;
  }

  /** Servers with a connection that works, as far as is known. */
  List<HostAndPort> nodes() {
    return open.values().stream().filter(link -> !link.isBroken()).map(Link::node).toList();
  }

  /**
   * The reply to CLUSTER SLOTS, which a replica gives as well.
   *
   * @throws redis.clients.jedis.exceptions.JedisException if the node does not tell
   */
  Object slots(HostAndPort node) {
    Link known = open.get(node);
    if (known != null && !known.isBroken()) {
      return known.call(Command.CLUSTER, Utf8.of("SLOTS"));
    }
    try (Connection brief = dialer.dial(node, writer)) {
      return brief.executeCommand(new CommandArguments(Command.CLUSTER).add("SLOTS"));
    }
  }

  /** Loads the scripts again everywhere: somebody has flushed them. */
  void loadScripts() {
    open.values().stream().filter(link -> !link.isBroken()).forEach(link -> link.load(scripts));
  }

  @Override
  public void close() {
    open.values().forEach(Link::close);
    open.clear();
  }
}
