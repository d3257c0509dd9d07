package dev.landfall.conformance.wire.protocol;

import dev.landfall.conformance.model.Access;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Redis, RESP 2 and 3 (redis.io, "Redis serialization protocol specification"). One thread at a
 * time.
 *
 * <p>Each command of a pipeline is a request of its own, so there is a gap between any two.
 *
 * <p>A cluster tells its clients where its nodes are: in the reply to CLUSTER SLOTS, and in MOVED
 * and ASK (Redis cluster specification). There the proxy's addresses take their place.
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

  /** A node in the reply to CLUSTER SLOTS: an array that begins with a name and a port. */
  private static final Pattern NODE =
      Pattern.compile("(\\*\\d+\r\n)\\$\\d+\r\n([^\r\n]+)\r\n:(\\d+)\r\n");

  private static final Pattern REDIRECTION = Pattern.compile("-(MOVED|ASK) (\\d+) (.+):(\\d+)\r\n");

  private final UnaryOperator<InetSocketAddress> route;
  private boolean slotsAsked;

  RespDecoder(UnaryOperator<InetSocketAddress> route) {
    this.route = route;
  }

  @Override
  public Optional<Request> request(Bytes sent) {
    int end = end(sent, 0);
    if (end < 0) {
      return Optional.empty();
    }
    byte[] bytes = sent.take(end);
    List<String> words = words(bytes);
    String command = words.isEmpty() ? "" : words.get(0).toUpperCase(Locale.ROOT);
    slotsAsked |= command.equals("CLUSTER") && words.size() > 1 && isSlots(words.get(1));
    if (command.isEmpty() || NOISE.contains(command)) {
      return Optional.of(Request.noise(bytes, command));
    }
    Access access = READS.contains(command) ? Access.READ : Access.PUT;
    return Optional.of(Request.operation(bytes, word(command), access, key(command, words)));
  }

  private static boolean isSlots(String word) {
    return word.equalsIgnoreCase("SLOTS");
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
    byte[] bytes = routed(received.take(end));
    String error = bytes[0] == '-' ? Bytes.latin(bytes, 1, bytes.length - 2) : "";
    return Optional.of(push ? Reply.further(bytes) : Reply.whole(bytes, error));
  }

  private byte[] routed(byte[] reply) {
    if (reply[0] == '-') {
      return redirected(reply);
    }
    if (!slotsAsked || !isOfArrays(reply)) {
      return reply;
    }
    slotsAsked = false;
    return replaced(
        NODE,
        Bytes.latin(reply),
        found -> {
          InetSocketAddress proxied = route(found.group(2), found.group(3));
          String host = proxied.getAddress().getHostAddress();
          return found.group(1)
              + ("$" + host.length() + "\r\n" + host + "\r\n:" + proxied.getPort() + "\r\n");
        });
  }

  private byte[] redirected(byte[] reply) {
    return replaced(
        REDIRECTION,
        Bytes.latin(reply),
        found -> {
          InetSocketAddress proxied = route(found.group(3), found.group(4));
          String where = proxied.getAddress().getHostAddress() + ":" + proxied.getPort();
          return "-" + found.group(1) + " " + found.group(2) + " " + where + "\r\n";
        });
  }

  private static byte[] replaced(
      Pattern pattern, String text, Function<MatchResult, String> replacement) {
    return pattern
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(replacement.apply(found)))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private InetSocketAddress route(String host, String port) {
    return route.apply(new InetSocketAddress(host, Integer.parseInt(port)));
  }

  private static boolean isOfArrays(byte[] reply) {
    for (int i = 0; reply[0] == '*' && i + 2 < reply.length; i++) {
      if (reply[i] == '\n') {
        return reply[i + 1] == '*';
      }
    }
    return false;
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
