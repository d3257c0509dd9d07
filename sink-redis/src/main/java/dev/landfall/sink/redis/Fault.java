package dev.landfall.sink.redis;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * One error, by its kind. Immutable, thread-safe.
 *
 * <p>The first word of an error reply is its code (RESP specification, "Simple errors"). Inside a
 * script Redis 6.2 wraps it ("ERR Error running script … -OOM …"), Redis 7 hands it on.
 *
 * @param node where the command belongs, for a redirection
 */
record Fault(FaultKind kind, String text, Optional<HostAndPort> node) {
  private static final Set<String> PASSING =
      Set.of(
          "LOADING",
          "READONLY",
          "OOM",
          "TRYAGAIN",
          "CLUSTERDOWN",
          "MASTERDOWN",
          "MISCONF",
          "NOREPLICAS",
          "BUSY");

  /** Of a value: what these say is wrong with one record. */
  private static final Pattern OF_RECORD =
      Pattern.compile(
          "^ERR (.*(invalid expire|not an integer|not a valid float|exceeds maximum|string is too"
              + " long|out of range)|user_script|Error running script).*");

  private static final Pattern WRAPPED =
      Pattern.compile("(?:Error running script|user_script).*?-([A-Z]+) ");

  static Fault connection(String text) {
    return new Fault(FaultKind.CONNECTION, text, Optional.empty());
  }

  static Fault later(String text) {
    return new Fault(FaultKind.LATER, text, Optional.empty());
  }

  /** What an exception of the client stands for. */
  static Fault of(JedisException error) {
    if (error instanceof JedisRedirectionException redirection) {
      String code = code(message(error));
      return new Fault(
          code.equals("ASK") ? FaultKind.ASK : FaultKind.MOVED,
          message(error),
          Optional.ofNullable(redirection.getTargetNode()));
    }
    return error instanceof JedisDataException
        ? reply(message(error))
        : connection(error.getClass().getSimpleName() + ": " + message(error));
  }

  /** What an error reply stands for. */
  static Fault reply(String text) {
    return new Fault(kind(text), text, Optional.empty());
  }

  private static FaultKind kind(String text) {
    String code = code(text);
    if (PASSING.contains(code) || text.contains("max number of clients")) {
      return FaultKind.LATER;
    }
    return switch (code) {
      case "NOSCRIPT" -> FaultKind.NO_SCRIPT;
      case "WRONGTYPE" -> FaultKind.RECORD;
      default -> OF_RECORD.matcher(text).matches() ? FaultKind.RECORD : FaultKind.FATAL;
    };
  }

  /** The first word, or the one that a script's error wraps. */
  private static String code(String text) {
    int blank = text.indexOf(' ');
    String word = (blank < 0 ? text : text.substring(0, blank)).toUpperCase(Locale.ROOT);
    Matcher wrapped = WRAPPED.matcher(text);
    return word.equals("ERR") && wrapped.find() ? wrapped.group(1) : word;
  }

  private static String message(JedisException error) {
    return String.valueOf(error.getMessage());
  }

  /** Whether the same may be sent again at once. */
  boolean isRedirection() {
    return kind == FaultKind.MOVED || kind == FaultKind.ASK || kind == FaultKind.NO_SCRIPT;
  }

  /** Whether this is its code, inside a script's error too. */
  boolean hasCode(String code) {
    return code(text).equals(code);
  }

  /** Whether the map of slots may be out of date. */
  boolean asksForNewMap() {
    return kind == FaultKind.MOVED
        || kind == FaultKind.CONNECTION
        || hasCode("READONLY")
        || hasCode("CLUSTERDOWN");
  }
}
