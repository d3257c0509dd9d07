package dev.landfall.sink.redis;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/** The masters of a cluster by slot, as CLUSTER SLOTS tells. One thread at a time. */
final class SlotMap implements Topology {
  private static final int SLOTS = 16_384;

  private final List<HostAndPort> seeds;
  private @Nullable HostAndPort[] masters = new HostAndPort[SLOTS];

  SlotMap(List<HostAndPort> seeds) {
    this.seeds = List.copyOf(seeds);
  }

  @Override
  public Optional<HostAndPort> nodeOf(RedisKey key) {
    return Optional.ofNullable(masters[key.slot()]);
  }

  /** Asks one server after the other, those first that are known to live. */
  @Override
  public void refresh(Links links) {
    Set<HostAndPort> nodes = new LinkedHashSet<>(links.nodes());
    nodes.addAll(seeds);
    for (HostAndPort master : masters) {
      if (master != null) {
        nodes.add(master);
      }
    }
    JedisException last = new JedisConnectionException("no node of the cluster is known");
    for (HostAndPort node : nodes) {
      try {
        masters = read(links.slots(node), node);
        return;
      } catch (JedisException e) {
        last = e;
      }
    }
    throw last;
  }

  /** Every master that has a slot. */
  Set<HostAndPort> masters() {
    Set<HostAndPort> all = new LinkedHashSet<>();
    for (HostAndPort master : masters) {
      if (master != null) {
        all.add(master);
      }
    }
    return all;
  }

  /** How many slots no server has. */
  int uncovered() {
    int uncovered = 0;
    for (HostAndPort master : masters) {
      uncovered += master == null ? 1 : 0;
    }
    return uncovered;
  }

  /** Of each range: first slot, last slot, master (address, port, …), replicas. */
  private static @Nullable HostAndPort[] read(Object reply, HostAndPort asked) {
    @Nullable HostAndPort[] found = new HostAndPort[SLOTS];
    for (Object range : (List<?>) reply) {
      List<?> parts = (List<?>) range;
      HostAndPort master = address((List<?>) parts.get(2), asked);
      int last = Math.toIntExact((Long) parts.get(1));
      for (int slot = Math.toIntExact((Long) parts.get(0)); slot <= last; slot++) {
        found[slot] = master;
      }
    }
    return found;
  }

  /** A node that does not know its own name leaves it out: it is the one that was asked. */
  private static HostAndPort address(List<?> node, HostAndPort asked) {
    byte[] host = (byte[]) node.get(0);
    String name = host == null ? "" : new String(host, StandardCharsets.UTF_8);
    return new HostAndPort(
        name.isEmpty() || name.equals("?") ? asked.getHost() : name,
        Math.toIntExact((Long) node.get(1)));
  }
}
