package dev.landfall.sink.redis;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.SinkContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Looks for everything that is missing, before the first write (SI-6). One thread at a time. */
final class Preflight {
  private final RedisConfiguration configuration;
  private final SinkContext context;
  private final Dialer dialer;
  private final PipelineTerms terms;
  private final Set<Finding> findings = new LinkedHashSet<>();

  Preflight(
      RedisConfiguration configuration, SinkContext context, Dialer dialer, PipelineTerms terms) {
    this.configuration = configuration;
    this.context = context;
    this.dialer = dialer;
    this.terms = terms;
  }

  /** Every finding; without a server that one alone. */
  List<Finding> check() {
    checkTerms();
    if (configuration.isCluster()) {
      checkCluster();
    } else {
      checkServer(dialer.seeds().get(0));
    }
    return new ArrayList<>(findings);
  }

  private void checkTerms() {
    if (!terms.keyed()) {
      error("records have no key, and this sink writes by key", "set 'key:' in the pipeline");
    }
    Duration needed = terms.checkpointInterval().plus(terms.toleratedDowntime());
    if (configuration.mode() == RedisMode.MONOTONIC
        && configuration.deletionsKept().compareTo(needed) <= 0) {
      error(
          "deletions are remembered for "
              + configuration.deletionsKept().toSeconds()
              + " s, and checkpoint interval and tolerated downtime need more than "
              + needed.toSeconds()
              + " s (I-5)",
          "raise 'deletions-kept', or lower 'tolerated-downtime'");
    }
  }

  private void checkCluster() {
    SlotMap slots = new SlotMap(dialer.seeds());
    try (Links links =
        new Links(dialer, context.sink().writer(0), List.of(), new Figures(context.metrics()))) {
      slots.refresh(links);
    } catch (JedisException e) {
      unreachable(configuration.nodes().toString(), e);
      return;
    }
    if (slots.uncovered() > 0) {
      error(
          slots.uncovered() + " of 16384 slots have no node",
          "redis-cli --cluster fix " + configuration.nodes().get(0));
    }
    slots.masters().forEach(this::checkServer);
  }

  private void checkServer(HostAndPort node) {
    String place = dialer.place(node);
    try (Connection connection = dialer.dial(node)) {
      ServerCheck check = new ServerCheck(configuration, connection, place, findings);
      if (asksForExactlyOnce()) {
        check.durability();
      }
      check.kind();
      check.rights(probe());
    } catch (JedisException e) {
      unreachable(place, e);
    }
  }

  private boolean asksForExactlyOnce() {
    return terms.guarantee() == Guarantee.Level.EXACTLY_ONCE;
  }

  /** A key that the template would give, and nobody uses. */
  private RedisKey probe() {
    String prefix = KeyTemplate.parse(configuration.key()).prefix();
    return new RedisKey(Utf8.of(prefix + "landfall-preflight/" + context.sink()));
  }

  private void unreachable(String place, JedisException e) {
    Fault fault = Fault.of(e);
    error(
        e instanceof JedisDataException
            ? place + " refuses us: " + fault.text()
            : "no server answers at '" + place + "': " + fault.text() + cause(e),
        "correct 'url' or 'nodes', 'user' and 'password', and 'tls'");
  }

  private static String cause(JedisException e) {
    @Nullable Throwable cause = e.getCause();
    return cause == null ? "" : " (" + cause.getMessage() + ")";
  }

  private void error(String what, String remedy) {
    findings.add(Finding.error(what, remedy));
  }
}
