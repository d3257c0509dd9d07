package dev.landfall.conformance.stores;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The address of a database, which is the same with a proxy in the place of the server: its other
 * parts stay. Immutable, thread-safe.
 *
 * @param kind {@code jdbc:KIND:}
 * @param server resolved
 * @param database behind the slash
 * @param parameters each as {@code name=value}; none of them asks for TLS
 */
record SqlAddress(String kind, InetSocketAddress server, String database, List<String> parameters) {
  private static final Pattern URL =
      Pattern.compile("(jdbc:[a-z]+:)//([^/:?,]+)(?::(\\d{1,5}))?(?:/([^?]*))?(?:\\?(.*))?");

  /** Parts of the names of parameters of the three drivers that are about TLS. */
  private static final List<String> TLS =
      List.of("ssl", "tls", "certificate", "servercert", "truststore", "keystore");

  private static final Set<String> LOGIN = Set.of("user", "password");

  private static final Set<String> OFF = Set.of("disable", "disabled", "false", "");

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException if it is none, of another kind of server, or asks for TLS; the
   *     message shows no value of a parameter
   */
  static SqlAddress of(SqlDialect dialect, String url) {
    int path = url.indexOf('?');
    if (url.substring(0, path < 0 ? url.length() : path).contains("@")) {
      throw withLogin("a user before '@'");
    }
    Matcher parts = URL.matcher(url);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "Cannot read 'url': expected "
              + dialect.scheme()
              + "//HOST:PORT/DATABASE, with one host");
    }
    if (!parts.group(1).equals(dialect.scheme())) {
      throw new IllegalArgumentException(
          String.format(
              "Cannot judge the store as %s: 'url' begins with '%s', expected '%s' (or name the"
                  + " server's own kind in 'store.dialect')",
              dialect.word(), parts.group(1), dialect.scheme()));
    }
    int port = parts.group(3) == null ? dialect.port() : Integer.parseInt(parts.group(3));
    return new SqlAddress(
        parts.group(1),
        StoreAddress.resolved("url", parts.group(2), port),
        parts.group(4) == null ? "" : parts.group(4),
        parameters(dialect, parts.group(5) == null ? "" : parts.group(5)));
  }

  private static IllegalArgumentException withLogin(String actual) {
    return new IllegalArgumentException(
        "Cannot use 'url': it has "
            + actual
            + ", expected none (write user: ${env:NAME} and password: ${env:NAME} beside it)");
  }

  private static List<String> parameters(SqlDialect dialect, String query) {
    List<String> kept = new ArrayList<>();
    for (String parameter : query.split("&", -1)) {
      if (LOGIN.contains(name(parameter).toLowerCase(Locale.ROOT))) {
        throw withLogin("the parameter '" + name(parameter) + "'");
      } else if (isTls(parameter)) {
        requireOff(parameter);
      } else if (!parameter.isEmpty()) {
        kept.add(parameter);
      }
    }
    List<String> names = kept.stream().map(SqlAddress::name).toList();
    return Stream.concat(
            dialect.parameters().stream().filter(ours -> !names.contains(name(ours))),
            kept.stream())
        .toList();
  }

  private static boolean isTls(String parameter) {
    String name = name(parameter).toLowerCase(Locale.ROOT);
    return TLS.stream().anyMatch(name::contains);
  }

  private static void requireOff(String parameter) {
    int equals = parameter.indexOf('=');
    if (equals >= 0 && OFF.contains(parameter.substring(equals + 1).toLowerCase(Locale.ROOT))) {
      return;
    }
    throw new IllegalArgumentException(
        "Cannot put a proxy in front of a connection with TLS: 'url' has the parameter '"
            + name(parameter)
            + "', expected a connection in the clear (leave it out, and name an address at which"
            + " the same server takes connections without TLS)");
  }

  private static String name(String parameter) {
    int equals = parameter.indexOf('=');
    return equals < 0 ? parameter : parameter.substring(0, equals);
  }

  /** The same database by way of another address. */
  String at(InetSocketAddress address) {
    return kind
        + "//"
        + address.getAddress().getHostAddress()
        + ":"
        + address.getPort()
        + "/"
        + database
        + "?"
        + String.join("&", parameters);
  }
}
