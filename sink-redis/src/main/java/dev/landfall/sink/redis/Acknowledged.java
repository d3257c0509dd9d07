package dev.landfall.sink.redis;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Whether what was acknowledged in this interval is still there at the barrier (I-2). One thread at
 * a time.
 *
 * <p><b>Why.</b> A write that was acknowledged early in an interval is not sent again, however its
 * server ends. If a replica took over that had not received it, or the server came back from a disk
 * that had not, then every later write of the interval may succeed, and a WAIT on the new
 * connection too, for it speaks of that connection's writes alone. So each server must be the same
 * process, with the same history of replication, as when it acknowledged first; and where a wait is
 * asked for, even the connection must be the same. Else the interval fails, and the host replays
 * it.
 */
final class Acknowledged {
  private final RedisConfiguration configuration;
  private final Links links;
  private final HostTime time;
  private final Map<HostAndPort, Link> byServer = new HashMap<>();
  private Optional<String> doubt = Optional.empty();
  private @Nullable Link last;

  Acknowledged(RedisConfiguration configuration, Links links, HostTime time) {
    this.configuration = configuration;
    this.links = links;
    this.time = time;
  }

  /** A write was acknowledged on this connection. */
  void by(Link link) {
    if (link == last) {
      return;
    }
    last = link;
    Link before = byServer.put(link.node(), link);
    if (before != null && before != link) {
      compare(before, link.identity(), link);
    }
  }

  private void compare(Link before, Optional<String> now, Link after) {
    boolean renewed = before != after;
    if (renewed && configuration.durability().isPresent()) {
      doubt(before, "the connection was lost before the wait of 'durability'");
    } else if (renewed && now.isEmpty()) {
      doubt(before, "the connection was lost, and the user may not ask INFO who is there now");
    } else if (!now.equals(before.identity())) {
      doubt(before, "the server was restarted, or another took over");
    }
  }

  /** The first one is told. */
  private void doubt(Link link, String what) {
    if (doubt.isEmpty()) {
      doubt = Optional.of(link.node() + ": " + what);
    }
  }

  /**
   * Returns when everything acknowledged is known to be kept, and forgets it.
   *
   * @throws StoreUnavailableException if it may not be: replay the interval
   */
  void confirm() throws SinkException, InterruptedException {
    for (Link link : byServer.values()) {
      try {
        confirm(link);
      } catch (JedisException e) {
        throw notKept(link.node() + " did not confirm them: " + Fault.of(e).text());
      }
    }
    if (doubt.isPresent()) {
      throw notKept(doubt.get());
    }
    byServer.clear();
    last = null;
  }

  private void confirm(Link link) throws SinkException, InterruptedException {
    Link now = links.to(link.node());
    Optional<String> identity;
    try {
      identity = now.identityNow();
    } catch (JedisException e) {
      // It broke unnoticed; whom a new connection reaches is the question.
      now = links.to(link.node());
      identity = now.identityNow();
    }
    compare(link, identity, now);
    if (doubt.isEmpty() && configuration.durability().isPresent()) {
      await(now, configuration.durability().get());
    }
  }

  /** In slices, so that no reply comes later than a reply may. */
  private void await(Link link, DurabilityWait wanted) throws StoreUnavailableException {
    long end = time.nanos() + wanted.timeout().toNanos();
    Duration slice = configuration.requestTimeout().dividedBy(2);
    while (true) {
      Duration left = Duration.ofNanos(end - time.nanos());
      if (left.isNegative() || left.isZero()) {
        throw notKept(
            wanted.replicas()
                + " replicas"
                + (wanted.aof() ? " and the disks" : "")
                + " of "
                + link.node()
                + " did not have them within "
                + wanted.timeout().toMillis()
                + " ms");
      }
      if (link.await(wanted, left.compareTo(slice) < 0 ? left : slice)) {
        return;
      }
    }
  }

  private static StoreUnavailableException notKept(String why) {
    return new StoreUnavailableException(
        "Cannot confirm the writes of this interval: "
            + why
            + ", expected servers that keep what they acknowledge (the interval is replayed)");
  }
}
