package dev.landfall.stores;

/** A TCP address of a store, printed as {@code host:port}. Immutable, thread-safe. */
public record Endpoint(String host, int port) {
  static final String LOOPBACK = "127.0.0.1";

  static Endpoint local(int port) {
    return new Endpoint(LOOPBACK, port);
  }

  /** Reads {@code host:port}; without a port, {@code defaultPort} is taken. */
  static Endpoint parse(String text, int defaultPort) {
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      return new Endpoint(text, defaultPort);
    }
    try {
      return new Endpoint(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Cannot read endpoint \"" + text + "\": no port number, expected host:port", e);
    }
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
