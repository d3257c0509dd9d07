package dev.landfall.sink.redis;

import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sink.redis.Flight.Failure;
import dev.landfall.sink.redis.Flight.Leg;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Sends changes to the servers that have their keys, and reads what they say. One thread at a time.
 */
final class Transmitter {
  private final Links links;
  private final Topology topology;
  private final Commands commands;
  private final Acknowledged acknowledged;
  private final RejectedRecords rejected;
  private final Figures figures;

  Transmitter(
      Links links,
      Topology topology,
      Commands commands,
      Acknowledged acknowledged,
      RejectedRecords rejected,
      Figures figures) {
    this.links = links;
    this.topology = topology;
    this.commands = commands;
    this.acknowledged = acknowledged;
    this.rejected = rejected;
    this.figures = figures;
  }

  private record Target(HostAndPort node, Link.Ask ask) {}

  /** Sends each key once; returns before the replies are there. */
  Flight send(List<Change> changes) {
    return send(changes, Map.of(), Set.of());
  }

  /**
   * Sends again.
   *
   * @param asked keys that are on their way, and where to; others of their slot are still where
   *     they were
   * @param alone keys that share no command with others
   */
  Flight send(List<Change> changes, Map<RedisKey, HostAndPort> asked, Set<RedisKey> alone) {
    List<Failure> unsent = new ArrayList<>();
    List<Leg> legs = new ArrayList<>();
    byTarget(changes, asked, unsent)
        .forEach((target, group) -> leg(target, group, alone, unsent).ifPresent(legs::add));
    legs.forEach(leg -> leg.link().push());
    return new Flight(changes, legs, unsent);
  }

  private Map<Target, List<Change>> byTarget(
      List<Change> changes, Map<RedisKey, HostAndPort> asked, List<Failure> unsent) {
    if (topology instanceof SingleServer server) {
      return Map.of(new Target(server.node(), Link.Ask.NO), changes);
    }
    Map<Target, List<Change>> groups = new LinkedHashMap<>();
    for (Change change : changes) {
      HostAndPort asking = asked.get(change.key());
      Optional<Target> target =
          asking != null
              ? Optional.of(new Target(asking, Link.Ask.BEFORE))
              : topology.nodeOf(change.key()).map(node -> new Target(node, Link.Ask.NO));
      if (target.isPresent()) {
        groups.computeIfAbsent(target.get(), none -> new ArrayList<>()).add(change);
      } else {
        String text = "CLUSTERDOWN no node serves slot " + change.key().slot();
        unsent.add(new Failure(change, Fault.later(text), false));
      }
    }
    return groups;
  }

  private Optional<Leg> leg(
      Target target, List<Change> group, Set<RedisKey> alone, List<Failure> unsent) {
    try {
      Link link = links.to(target.node());
      List<Request> requests = requests(group, alone);
      requests.forEach(request -> link.send(request, target.ask()));
      return Optional.of(new Leg(link, requests, target.ask()));
    } catch (JedisException e) {
      Fault fault = Fault.of(e);
      group.forEach(change -> unsent.add(new Failure(change, fault, false)));
      return Optional.empty();
    }
  }

  private List<Request> requests(List<Change> group, Set<RedisKey> alone) {
    if (alone.isEmpty()) {
      return commands.of(group);
    }
    List<Request> requests = new ArrayList<>();
    List<Change> together = new ArrayList<>();
    for (Change change : group) {
      if (alone.contains(change.key())) {
        requests.addAll(commands.of(List.of(change)));
      } else {
        together.add(change);
      }
    }
    requests.addAll(commands.of(together));
    return requests;
  }

  /** Reads all replies, rejects what was refused, and gives back what must be sent again. */
  List<Failure> read(Flight flight) {
    List<Failure> failures = new ArrayList<>(flight.unsent());
    for (Leg leg : flight.legs()) {
      for (Request request : leg.requests()) {
        settle(leg.link(), request, leg.link().read(request, leg.ask()), failures);
      }
    }
    return failures;
  }

  private void settle(Link link, Request request, List<Verdict> verdicts, List<Failure> failures) {
    long older = 0;
    boolean company = request.changes().size() > 1;
    for (int i = 0; i < verdicts.size(); i++) {
      Change change = request.changes().get(i);
      Verdict verdict = verdicts.get(i);
      if (verdict instanceof Verdict.Failed failed) {
        failures.add(new Failure(change, failed.fault(), company));
      } else if (verdict instanceof Verdict.Refused refused) {
        reject(change, refused.reason());
      } else {
        older += verdict == Verdict.OLDER ? 1 : 0;
        acknowledged.by(link);
      }
    }
    if (older > 0) {
      figures.olderDropped(older);
    }
  }

  private void reject(Change change, String reason) {
    change
        .records()
        .forEach(record -> rejected.reject(record, "key '" + change.key() + "': " + reason));
  }
}
