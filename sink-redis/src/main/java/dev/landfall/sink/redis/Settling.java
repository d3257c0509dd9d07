package dev.landfall.sink.redis;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.SinkException;
import dev.landfall.sink.redis.Flight.Failure;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Sends again what failed, until nothing is left or the bound has passed. Nothing else is on its
 * way meanwhile, and each key is there once, so the order of a key is kept. One thread at a time.
 */
final class Settling {
  private static final String WHAT = "write";

  private final RedisConfiguration configuration;
  private final Links links;
  private final Topology topology;
  private final Transmitter transmitter;
  private final HostTime time;
  private final SplittableRandom jitter;
  private final Figures figures;

  Settling(
      RedisConfiguration configuration,
      Links links,
      Topology topology,
      Transmitter transmitter,
      HostTime time,
      SplittableRandom jitter,
      Figures figures) {
    this.configuration = configuration;
    this.links = links;
    this.topology = topology;
    this.transmitter = transmitter;
    this.time = time;
    this.jitter = jitter;
    this.figures = figures;
  }

  /** Learns where keys are, before the first write. */
  void begin() throws SinkException, InterruptedException {
    Retry retry = retry();
    while (true) {
      try {
        topology.refresh(links);
        return;
      } catch (JedisException e) {
        Fault fault = Fault.of(e);
        requirePassing("connect", fault);
        retry.pause("connect", fault);
      }
    }
  }

  /**
   * Writes all of it.
   *
   * @throws SinkException if the servers do not take it within the bound, or never will
   */
  void settle(List<Failure> failed) throws SinkException, InterruptedException {
    List<Failure> left = failed;
    Retry retry = retry();
    int redirections = 0;
    while (!left.isEmpty()) {
      Fault worst = worst(left);
      boolean atOnce = worst.isRedirection() || worst.kind() == FaultKind.RECORD;
      if (!atOnce || redirections++ > 0) {
        retry.pause(WHAT, worst);
      }
      prepare(left);
      figures.repeated(left.size());
      left = transmitter.read(again(left));
    }
  }

  private Flight again(List<Failure> left) {
    Map<RedisKey, HostAndPort> asked = new HashMap<>();
    Set<RedisKey> alone = new HashSet<>();
    for (Failure failure : left) {
      if (failure.fault().kind() == FaultKind.ASK && !failure.company()) {
        failure.fault().node().ifPresent(node -> asked.put(failure.change().key(), node));
      }
      if (isForEachItself(failure)) {
        alone.add(failure.change().key());
      }
    }
    return transmitter.send(left.stream().map(Failure::change).toList(), asked, alone);
  }

  /**
   * Somebody in its company is at fault: each for itself, so that he is named and nobody else. And
   * where a slot is on its way, the keys of one command may be on both sides: Redis 6.2 then
   * answers ASK for all of them, and a key that has not gone yet must not be written at the target,
   * where the older value that follows it would win. So each asks its owner first.
   */
  private static boolean isForEachItself(Failure failure) {
    Fault fault = failure.fault();
    boolean divided = fault.kind() == FaultKind.RECORD || fault.hasCode("TRYAGAIN");
    return fault.kind() == FaultKind.ASK || (failure.company() && divided);
  }

  /** What does not pass by itself; the first one is told. */
  private static Fault worst(List<Failure> left) throws SinkException {
    Fault worst = left.get(0).fault();
    for (Failure failure : left) {
      requirePassing("write key '" + failure.change().key() + "'", failure.fault());
      if (worst.isRedirection() && !failure.fault().isRedirection()) {
        worst = failure.fault();
      }
    }
    return worst;
  }

  private static void requirePassing(String what, Fault fault) throws SinkException {
    if (fault.kind() == FaultKind.FATAL) {
      throw new SinkException(
          "Cannot "
              + what
              + ": the server says '"
              + fault.text()
              + "', expected it to take the write (see the user's rights, and that it is Redis 6.2"
              + " or later)");
    }
  }

  /** Whatever fails here fails again when it is sent. */
  private void prepare(List<Failure> left) {
    try {
      if (left.stream().anyMatch(one -> one.fault().asksForNewMap())) {
        topology.refresh(links);
      }
      if (left.stream().anyMatch(one -> one.fault().kind() == FaultKind.NO_SCRIPT)) {
        links.loadScripts();
      }
    } catch (JedisException e) {
      // The next attempt says the same, of the change that it concerns.
    }
  }

  private Retry retry() {
    return new Retry(time, jitter, configuration.retryTimeout());
  }
}
