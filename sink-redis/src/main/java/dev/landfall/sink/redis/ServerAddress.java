package dev.landfall.sink.redis;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import redis.clients.jedis.HostAndPort;

/**
 * Where one server listens. Immutable, thread-safe.
 *
 * @param host and port; of a socket file, a placeholder
 * @param socket the socket file, if it is one
 * @param database number of the database
 * @param tls whether the address asks for TLS
 */
record ServerAddress(HostAndPort host, Optional<Path> socket, int database, boolean tls) {
  private static final int DEFAULT_PORT = 6379;
  private static final String UNIX = "unix:";
  private static final HostAndPort LOCAL = new HostAndPort("localhost", DEFAULT_PORT);

  /**
   * Reads {@code redis://host:port/database}, {@code rediss://…} or {@code unix:/path}.
   *
   * @throws IllegalArgumentException if it is none, or holds a user or password
   */
  static ServerAddress parse(String text) {
    if (text.startsWith(UNIX)) {
      String path = text.substring(UNIX.length()).replaceFirst("^//(?=/)", "");
      return new ServerAddress(LOCAL, Optional.of(Path.of(path)), 0, false);
    }
    URI uri;
    try {
      uri = URI.create(text);
    } catch (IllegalArgumentException e) {
      throw refused("it cannot be read");
    }
    if (uri.getUserInfo() != null) {
      // Not shown: it may be the password (SI-9).
      throw refused("it holds a user or password (use 'user' and 'password')");
    }
    boolean tls = "rediss".equals(uri.getScheme());
    if (uri.getHost() == null || (!tls && !"redis".equals(uri.getScheme()))) {
      throw refused("'" + text + "'");
    }
    int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    return new ServerAddress(
        new HostAndPort(uri.getHost(), port), Optional.empty(), database(uri), tls);
  }

  /** Reads {@code host:port}. */
  static HostAndPort node(String text) {
    int colon = text.lastIndexOf(':');
    if (colon <= 0 || !text.substring(colon + 1).matches("\\d{1,5}") || text.contains("/")) {
      throw new IllegalArgumentException(
          "nodes has '" + text + "', expected host:port, such as 10.0.0.1:6379");
    }
    return new HostAndPort(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  private static int database(URI uri) {
    String path = uri.getPath() == null ? "" : uri.getPath().replaceFirst("^/", "");
    if (!path.matches("\\d{0,5}")) {
      throw refused("its database is '" + path + "', expected a number");
    }
    return path.isEmpty() ? 0 : Integer.parseInt(path);
  }

  private static IllegalArgumentException refused(String actual) {
    return new IllegalArgumentException(
        "url: " + actual + ", expected redis://host:port/database, rediss://… or unix:/path");
  }

  @Override
  public String toString() {
    return socket.map(path -> UNIX + path).orElseGet(host::toString);
  }
}
