package dev.landfall.conformance.wire.protocol;

import dev.landfall.conformance.model.Access;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Redis, RESP 2 and 3 (redis.io, "Redis serialization protocol specification"). One thread at a
 * time.
 *
 * <p>Each command of a pipeline is a request of its own, so there is a gap between any two.
 */
final class RespDecoder implements Decoder {
  private static final Set<String> NOISE =
      Set.of(
          "HELLO",
          "CLIENT",
          "PING",
          "AUTH",
          "SELECT",
          "INFO",
          "CONFIG",
          "COMMAND",
          "CLUSTER",
          "READONLY",
          "SCRIPT",
          "ROLE",
          "ASKING",
          "MEMORY");

  private static final Set<String> READS =
      Set.of("GET", "MGET", "HGET", "HGETALL", "HMGET", "EXISTS", "TTL", "PTTL", "SCAN", "WAIT");

  @Override
  public Optional<Request> request(Bytes sent) {
    int end = end(sent, 0);
    if (end < 0) {
      return Optional.empty();
    }
    byte[] bytes = sent.take(end);
    List<String> words = words(bytes);
    String command = words.isEmpty() ? "" : words.get(0).toUpperCase(Locale.ROOT);
    if (command.isEmpty() || NOISE.contains(command)) {
      return Optional.of(Request.noise(bytes, command));
    }
    Access access = READS.contains(command) ? Access.READ : Access.PUT;
    return Optional.of(Request.operation(bytes, word(command), access, key(command, words)));
  }

  private static String word(String upper) {
    return upper.charAt(0) + upper.substring(1).toLowerCase(Locale.ROOT);
  }

  private static String key(String command, List<String> words) {
    int at = command.startsWith("EVAL") || command.startsWith("FCALL") ? 3 : 1;
    return words.size() > at ? words.get(at) : "";
  }

  /** The first texts of a command. */
  private static List<String> words(byte[] bytes) {
    List<String> words = new ArrayList<>();
    Bytes all = new Bytes();
    all.add(bytes, bytes.length);
    int at = lineEnd(all, 0);
    for (int i = 0; i < 4 && at > 0 && at < bytes.length; i++) {
      int start = lineEnd(all, at);
      int end = end(all, at);
      words.add(new String(bytes, start, end - 2 - start, StandardCharsets.ISO_8859_1));
      at = end;
    }
    return words;
  }

  @Override
  public Optional<Reply> reply(Bytes received) {
    int end = end(received, 0);
    if (end < 0) {
      return Optional.empty();
    }
    boolean push = received.at(0) == '>';
    byte[] bytes = received.take(end);
    String error =
        bytes[0] == '-' ? new String(bytes, 1, end - 3, StandardCharsets.ISO_8859_1) : "";
    return Optional.of(push ? Reply.further(bytes) : Reply.whole(bytes, error));
  }

  /** Where the value that begins at an index ends, or -1 if not all of it is there. */
  private static int end(Bytes bytes, int from) {
    int line = lineEnd(bytes, from);
    if (line < 0) {
      return -1;
    }
    return switch (bytes.at(from)) {
      case '$', '=', '!' -> {
        int length = number(bytes, from + 1);
        int end = length < 0 ? line : line + length + 2;
        yield end <= bytes.size() ? end : -1;
      }
      case '*', '~', '>' -> values(bytes, line, number(bytes, from + 1));
      case '%' -> values(bytes, line, 2 * number(bytes, from + 1));
      default -> line;
    };
  }

  private static int values(Bytes bytes, int from, int count) {
    int at = from;
    for (int i = 0; i < count && at >= 0; i++) {
      at = at < bytes.size() ? end(bytes, at) : -1;
    }
    return at;
  }

  private static int lineEnd(Bytes bytes, int from) {
    for (int at = from; at + 1 < bytes.size(); at++) {
      if (bytes.at(at) == '\r' && bytes.at(at + 1) == '\n') {
        return at + 2;
      }
    }
    return -1;
  }

  private static int number(Bytes bytes, int from) {
    boolean negative = bytes.at(from) == '-';
    int value = 0;
    for (int at = negative ? from + 1 : from; bytes.at(at) != '\r'; at++) {
      value = 10 * value + bytes.at(at) - '0';
    }
    return negative ? -value : value;
  }

  @Override
  public Optional<byte[]> refusal(Request request) {
    return Optional.of(
        "-OOM command not allowed when used memory > 'maxmemory'.\r\n"
            .getBytes(StandardCharsets.US_ASCII));
  }
}
