package dev.landfall.conformance.stores;

import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.RunResult.StoreFacts;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreSpace;
import dev.landfall.conformance.wire.protocol.WireProtocol;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import redis.clients.jedis.exceptions.JedisException;

/** A single Redis server or a cluster, one prefix a run. One thread at a time. */
final class RedisDriver implements StoreDriver {
  /** Nothing is too bad for Redis, so a bad record is made too long. */
  static final int MOST_BYTES = 64;

  private static final String SECRET = "LANDFALL_CONFORMANCE_PASSWORD";

  private static final Pattern DATABASE = Pattern.compile("/?\\d{0,5}");

  private static final int DEFAULT_PORT = 6379;

  /** Long: a busy machine must not let a replica take over by itself. */
  private static final String NODE_TIMEOUT_MILLIS = "10000";

  private final String dialect;
  private final Map<String, Object> sink;
  private final Optional<RedisStore> own;
  private final int database;
  private final RedisNodes nodes;

  private RedisDriver(
      String dialect,
      Map<String, Object> sink,
      Optional<RedisStore> own,
      List<InetSocketAddress> addresses,
      int database) {
    this.dialect = dialect;
    this.sink = sink;
    this.own = own;
    this.database = database;
    this.nodes = new RedisNodes(addresses, sink, database);
  }

  /** The server of the sink's {@code url}; without one, a server of its own. */
  static RedisDriver open(Map<String, Object> sink) {
    if (sink.containsKey("url")) {
      requireInTheClear(sink);
      URI url = url(String.valueOf(sink.get("url")));
      return new RedisDriver("redis", sink, Optional.empty(), List.of(address(url)), database(url));
    }
    return own("redis", sink, Stores.redis().own().start());
  }

  /** The cluster of the sink's {@code nodes}; without them, one of its own, of 3 and 3. */
  static RedisDriver openCluster(Map<String, Object> sink) {
    if (sink.get("nodes") instanceof List<?> given) {
      requireInTheClear(sink);
      List<InetSocketAddress> addresses =
          given.stream()
              .map(node -> StoreAddress.of("nodes", node.toString(), DEFAULT_PORT))
              .toList();
      return new RedisDriver("redis-cluster", sink, Optional.empty(), addresses, 0);
    }
    return own(
        "redis-cluster",
        sink,
        Stores.redisCluster().args("--cluster-node-timeout", NODE_TIMEOUT_MILLIS).own().start());
  }

  private static RedisDriver own(String dialect, Map<String, Object> sink, RedisStore store) {
    List<InetSocketAddress> addresses =
        store.nodes().stream()
            .map(node -> new InetSocketAddress(node.host(), node.port()))
            .toList();
    return new RedisDriver(dialect, sink, Optional.of(store), addresses, 0);
  }

  private static InetSocketAddress address(URI url) {
    int port = url.getPort() < 0 ? DEFAULT_PORT : url.getPort();
    return StoreAddress.resolved("url", url.getHost(), port);
  }

  private static void requireInTheClear(Map<String, Object> sink) {
    String url = String.valueOf(sink.getOrDefault("url", ""));
    for (String refused : List.of("rediss:", "unix:")) {
      if (url.startsWith(refused)) {
        throw notInTheClear("'url' begins with '" + refused + "'");
      }
    }
    if (sink.containsKey("tls")) {
      throw notInTheClear("there is a section 'tls'");
    }
  }

  private static IllegalArgumentException notInTheClear(String actual) {
    return new IllegalArgumentException(
        "Cannot put a proxy in front of Redis: "
            + actual
            + ", expected a connection in the clear, such as redis://host:6379/0 (name an address"
            + " at which the same server takes TCP connections without TLS)");
  }

  /** The text is not shown: it may hold a password. */
  private static URI url(String text) {
    URI url = URI.create("none:/");
    try {
      url = new URI(text);
    } catch (URISyntaxException e) {
      // Refused below.
    }
    boolean known = "redis".equals(url.getScheme()) && url.getHost() != null;
    if (!known || url.getUserInfo() != null || !DATABASE.matcher(url.getPath()).matches()) {
      throw new IllegalArgumentException(
          "Cannot read 'url': expected redis://host:port/database, with user and password in keys"
              + " of their own");
    }
    return url;
  }

  private static int database(URI url) {
    String number = url.getPath().replace("/", "");
    return number.isEmpty() ? 0 : Integer.parseInt(number);
  }

  RedisNodes nodes() {
    return nodes;
  }

  /** The sink's section with the prefix of a run, by way of the proxy. */
  Map<String, Object> sinkAt(UnaryOperator<InetSocketAddress> route, String prefix) {
    Map<String, Object> section = new LinkedHashMap<>(sink);
    List<String> proxied =
        nodes.addresses().stream()
            .map(route)
            .map(address -> address.getAddress().getHostAddress() + ":" + address.getPort())
            .toList();
    if (isCluster()) {
      section.put("nodes", proxied);
    } else {
      section.put("url", "redis://" + proxied.get(0) + "/" + database);
    }
    section.computeIfPresent("password", (key, value) -> "${env:" + SECRET + "}");
    section.put("key", prefix + "{key}");
    section.put("value", "text");
    section.put("max-value-size", MOST_BYTES);
    section.put("request-timeout", "2s");
    section.putIfAbsent("connect-timeout", "2s");
    return section;
  }

  /** What the references in {@link #sinkAt} stand for. */
  Map<String, String> secrets() {
    Object password = sink.get("password");
    return password == null ? Map.of() : Map.of(SECRET, password.toString());
  }

  /** Closes the driver if no server answers: nobody else will. */
  void requireReachable() throws IOException {
    try {
      nodes.version();
    } catch (JedisException e) {
      close();
      throw new IOException(
          String.format(
              "Cannot reach Redis at %s: %s, expected a server that answers INFO (check '%s', 'user'"
                  + " and 'password')",
              nodes.addresses().get(0), e.getMessage(), isCluster() ? "nodes" : "url"),
          e);
    }
  }

  private boolean isCluster() {
    return dialect.equals("redis-cluster");
  }

  @Override
  public StoreFacts facts() {
    String origin = own.map(store -> store.origin().name()).orElse("GIVEN");
    return new StoreFacts(dialect, nodes.version(), origin.toLowerCase(Locale.ROOT));
  }

  @Override
  public WireProtocol protocol() {
    return WireProtocol.RESP;
  }

  @Override
  public View view() {
    return View.KEYED;
  }

  @Override
  public StoreSpace space(String name) {
    return new RedisSpace(this, name + ":");
  }

  @Override
  public boolean restarts() {
    return own.isPresent();
  }

  @Override
  public void restart() {
    RedisStore store = own.orElseThrow();
    store.kill();
    store.restart();
    nodes.reconnect();
  }

  @Override
  public boolean refuses(Address at) {
    return at.isOperation();
  }

  @Override
  public boolean refusesBadRecords() {
    return true;
  }

  @Override
  public void close() {
    nodes.close();
    own.ifPresent(RedisStore::close);
  }
}
