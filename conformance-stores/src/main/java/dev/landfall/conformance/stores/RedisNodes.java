package dev.landfall.conformance.stores;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;

/**
 * The observer's own connections, one to each server. It asks every master for what it has, so it
 * needs no map of slots. One thread at a time.
 */
final class RedisNodes implements AutoCloseable {
  private final List<InetSocketAddress> addresses;
  private final DefaultJedisClientConfig login;
  private final List<RedisClient> clients = new ArrayList<>();

  /**
   * Connects.
   *
   * @param sink whose user and password are used
   * @param database the number of the one that is looked at
   */
  RedisNodes(List<InetSocketAddress> addresses, Map<String, Object> sink, int database) {
    this.addresses = List.copyOf(addresses);
    DefaultJedisClientConfig.Builder login = DefaultJedisClientConfig.builder().database(database);
    text(sink, "user").ifPresent(login::user);
    text(sink, "password").ifPresent(login::password);
    this.login = login.build();
    connect();
  }

  private static Optional<String> text(Map<String, Object> sink, String key) {
    return Optional.ofNullable(sink.get(key)).map(String::valueOf);
  }

  List<InetSocketAddress> addresses() {
    return addresses;
  }

  private void connect() {
    for (InetSocketAddress address : addresses) {
      clients.add(
          RedisClient.builder()
              .hostAndPort(new HostAndPort(address.getHostString(), address.getPort()))
              .clientConfig(login)
              .build());
    }
  }

  /** After a restart of the servers. */
  void reconnect() {
    close();
    connect();
  }

  /** Keys that begin with a prefix, and their values. */
  Map<String, String> values(String prefix) {
    Map<String, String> values = new TreeMap<>();
    for (RedisClient master : masters()) {
      for (String key : master.keys(prefix + "*")) {
        Optional.ofNullable(master.get(key)).ifPresent(value -> values.put(key, value));
      }
    }
    return values;
  }

  /** Deletes what a pattern matches. */
  void delete(String pattern) {
    masters().forEach(master -> master.keys(pattern).forEach(master::del));
  }

  private List<RedisClient> masters() {
    return clients.stream()
        .filter(client -> client.info("replication").contains("role:master"))
        .toList();
  }

  String version() {
    return clients
        .get(0)
        .info("server")
        .lines()
        .filter(line -> line.startsWith("redis_version:"))
        .map(line -> line.substring("redis_version:".length()).strip())
        .findFirst()
        .orElse("unknown");
  }

  @Override
  public void close() {
    clients.forEach(RedisClient::close);
    clients.clear();
  }
}
