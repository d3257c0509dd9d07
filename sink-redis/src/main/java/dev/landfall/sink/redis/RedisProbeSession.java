package dev.landfall.sink.redis;

import dev.landfall.sdk.probe.Transcript;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** One connection of the probe, and what goes over it. One thread at a time. */
final class RedisProbeSession implements AutoCloseable {
  private final String name;
  private final Connection connection;
  private final Transcript transcript;

  /**
   * What came back. Immutable, thread-safe.
   *
   * @param text as a person would write it
   * @param list the elements of an array, those of arrays in it included; else the text alone
   * @param kind success, an error reply, or none
   */
  record Reply(String text, List<String> list, Kind kind) {
    /** Success, or an error reply, or no reply at all. */
    enum Kind {
      OK,
      ERROR,
      CLOSED
    }

    boolean isOk() {
      return kind == Kind.OK;
    }
  }

  RedisProbeSession(String name, Connection connection, Transcript transcript) {
    this.name = name;
    this.connection = connection;
    this.transcript = transcript;
  }

  /** Sends a command; whatever comes back is an answer. */
  Reply ask(String... words) {
    Reply reply = reply(words);
    told(String.join(" ", words), reply.text());
    return reply;
  }

  /** The same, without a line in the transcript: for what is repeated. */
  Reply reply(String... words) {
    byte[] command = words[0].getBytes(StandardCharsets.UTF_8);
    try {
      connection.sendCommand(() -> command, Arrays.copyOfRange(words, 1, words.length));
      List<String> list = new ArrayList<>();
      String text = text(connection.getOne(), list);
      return new Reply(text, list, Reply.Kind.OK);
    } catch (JedisDataException e) {
      String error = String.valueOf(e.getMessage());
      return new Reply(error, List.of(error), Reply.Kind.ERROR);
    } catch (JedisException e) {
      return new Reply("the connection is closed", List.of(), Reply.Kind.CLOSED);
    }
  }

  void told(String sent, String answered) {
    transcript.sent(name, sent).answered(name, answered);
  }

  private static String text(Object reply, List<String> flat) {
    if (reply instanceof List<?> list) {
      List<String> texts = new ArrayList<>();
      list.forEach(one -> texts.add(text(one, flat)));
      return texts.toString();
    }
    String text =
        reply instanceof byte[] bytes
            ? new String(bytes, StandardCharsets.UTF_8)
            : reply == null ? "nil" : reply.toString();
    flat.add(text);
    return text;
  }

  /** Hangs up. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (JedisException e) {
      transcript.noted(name + " could not be closed: " + e.getMessage());
    }
  }
}
