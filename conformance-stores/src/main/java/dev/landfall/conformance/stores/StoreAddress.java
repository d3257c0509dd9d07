package dev.landfall.conformance.stores;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a store listens, read from what a user has written. Stateless, thread-safe. */
final class StoreAddress {
  private static final Pattern HOST_AND_PORT = Pattern.compile("(\\S+):(\\d{1,5})");
  private static final int MAX_PORT = 65_535;

  private StoreAddress() {}

  /**
   * An address that can be connected to.
   *
   * @param key of the sink's section, for the message
   * @throws IllegalArgumentException if no machine has the host's name, or no port the number
   */
  static InetSocketAddress resolved(String key, String host, int port) {
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException(
          String.format(
              "Cannot reach the store: the port in '%s' is %d, expected 1 to %d",
              key, port, MAX_PORT));
    }
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new IllegalArgumentException(
          String.format(
              "Cannot reach the store: the host '%s' in '%s' cannot be resolved, expected a name"
                  + " that this machine knows, or an IP address",
              host, key));
    }
    return address;
  }

  /** Reads {@code host:port}, and {@linkplain #resolved resolves} it. */
  static InetSocketAddress of(String key, String text, int usualPort) {
    Matcher parts = HOST_AND_PORT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          String.format(
              "Cannot read '%s': '%s' has no port, expected host:port, such as host:%d",
              key, text, usualPort));
    }
    return resolved(key, parts.group(1), Integer.parseInt(parts.group(2)));
  }
}
