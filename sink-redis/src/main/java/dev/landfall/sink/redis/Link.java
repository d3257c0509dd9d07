package dev.landfall.sink.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * One connection to one server, used as a pipeline: requests go out, replies come back in their
 * order. It breaks once and for all. One thread at a time.
 *
 * <p>Jedis's own {@code Pipeline} reads all replies before the next command is sent; on the {@link
 * Connection} below it the next batch is on its way while the replies of the last one come in.
 */
final class Link implements AutoCloseable {
  private final HostAndPort node;
  private final Connection connection;
  private final Optional<String> identity;
  private boolean broken;

  private Link(HostAndPort node, Connection connection) {
    this.node = node;
    this.connection = connection;
    this.identity = identityNow();
  }

  /**
   * Takes over a connection, and asks the server who it is.
   *
   * @throws JedisException if the server has no use for it: it is a replica, or does not answer
   */
  static Link over(HostAndPort node, Connection connection, List<Script> scripts) {
    try {
      Link link = new Link(node, connection);
      link.load(scripts);
      return link;
    } catch (JedisException e) {
      connection.close();
      throw e;
    }
  }

  HostAndPort node() {
    return node;
  }

  boolean isBroken() {
    return broken;
  }

  /** Loads scripts that may have gone. */
  void load(List<Script> scripts) {
    for (Script script : scripts) {
      call(Command.SCRIPT, Utf8.of("LOAD"), script.text());
    }
  }

  /** Hands a request to the connection; what goes wrong is told when its replies are read. */
  void send(Request request, Ask ask) {
    try {
      for (CommandArguments command : request.commands()) {
        if (ask == Ask.BEFORE) {
          connection.sendCommand(Command.ASKING);
        }
        connection.sendCommand(command);
      }
    } catch (JedisException e) {
      broken = true;
    }
  }

  /** Whether the slot is on its way to this server (Redis cluster specification, "ASK"). */
  enum Ask {
    NO,
    BEFORE
  }

  /** Lets everything that was handed over go. */
  void push() {
    try {
      // Flushes, and reads none.
      connection.getMany(0);
    } catch (JedisException e) {
      broken = true;
    }
  }

  /** Reads the replies of the oldest request: a verdict on each of its changes. */
  List<Verdict> read(Request request, Ask ask) {
    List<Object> replies = new ArrayList<>(request.commands().size());
    Optional<Fault> first = Optional.empty();
    for (int i = 0; i < request.commands().size(); i++) {
      if (ask == Ask.BEFORE) {
        Optional<Fault> asking = readOne(new ArrayList<>());
        first = first.or(() -> asking);
      }
      Optional<Fault> fault = readOne(replies);
      first = first.or(() -> fault);
    }
    return first
        .map(fault -> failed(fault, request.changes().size()))
        .orElseGet(() -> request.judge().read(replies, request.changes()));
  }

  private static List<Verdict> failed(Fault fault, int changes) {
    Verdict verdict =
        fault.kind() == FaultKind.RECORD && changes == 1
            ? new Verdict.Refused(fault.text())
            : new Verdict.Failed(fault);
    return Collections.nCopies(changes, verdict);
  }

  private Optional<Fault> readOne(List<Object> replies) {
    if (broken) {
      return Optional.of(Fault.connection("the connection to " + node + " was lost"));
    }
    try {
      replies.add(connection.getUnflushedObject());
      return Optional.empty();
    } catch (JedisDataException e) {
      Fault fault = Fault.of(e);
      // Once it is a master again, it has another history than when this connection began.
      broken |= fault.hasCode("READONLY");
      return Optional.of(fault);
    } catch (JedisException e) {
      broken = true;
      return Optional.of(Fault.of(e));
    }
  }

  /**
   * One command and its reply, when nothing is on its way.
   *
   * @throws JedisException with the error reply, or if the connection breaks
   */
  Object call(Command command, byte[]... words) {
    try {
      CommandArguments arguments = new CommandArguments(command);
      for (byte[] word : words) {
        arguments.add(word);
      }
      return connection.executeCommand(arguments);
    } catch (JedisDataException e) {
      throw e;
    } catch (JedisException e) {
      broken = true;
      throw e;
    }
  }

  /** The text of one section of INFO. */
  ServerFacts info(String section) {
    return ServerFacts.of(
        new String((byte[]) call(Command.INFO, Utf8.of(section)), StandardCharsets.UTF_8));
  }

  /** What the server was when this connection began. Empty if the user may not ask. */
  Optional<String> identity() {
    return identity;
  }

  /**
   * Waits until replicas, or disks, have every write of this connection.
   *
   * @return whether they had within the time
   * @throws JedisException if the server cannot do that, or the connection breaks
   */
  boolean await(DurabilityWait wanted, Duration time) {
    byte[] millis = Utf8.of(Long.toString(Math.max(1, time.toMillis())));
    byte[] replicas = Utf8.of(Integer.toString(wanted.replicas()));
    if (!wanted.aof()) {
      return (Long) call(Command.WAIT, replicas, millis) >= wanted.replicas();
    }
    List<?> told = (List<?>) call(Command.WAITAOF, Utf8.of("1"), replicas, millis);
    return (Long) told.get(0) >= 1 && (Long) told.get(1) >= wanted.replicas();
  }

  /**
   * Process and history of the server: both are others after a restart, and after a fail-over,
   * which may both lose what was acknowledged (Redis manual, "Replication ID explained").
   */
  Optional<String> identityNow() {
    try {
      ServerFacts replication = info("replication");
      if (replication.text("role").equals("slave")) {
        throw new JedisDataException("READONLY " + node + " is a replica");
      }
      return Optional.of(info("server").text("run_id") + "/" + replication.text("master_replid"));
    } catch (JedisDataException e) {
      if (Fault.of(e).kind() == FaultKind.FATAL) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public void close() {
    broken = true;
    try {
      connection.close();
    } catch (JedisException e) {
      // It is no longer used in any case.
    }
  }
}
