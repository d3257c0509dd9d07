package dev.landfall.sink.redis;

import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.config.Secret;
import java.util.Optional;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;

/** Opens connections: TLS, user, database and name are the same everywhere. Thread-safe. */
final class Dialer {
  private final RedisConfiguration configuration;
  private final Optional<ServerAddress> single;
  private final String prefix;

  /**
   * Makes a dialer.
   *
   * @param sink names our connections, for operators who look at CLIENT LIST (SI-4)
   */
  Dialer(RedisConfiguration configuration, String sink) {
    this.configuration = configuration;
    this.single = configuration.url().map(ServerAddress::parse);
    this.prefix = "landfall:" + sink;
  }

  /** Where the single server listens, or the first nodes of a cluster. */
  java.util.List<HostAndPort> seeds() {
    return single
        .map(address -> java.util.List.of(address.host()))
        .orElseGet(() -> configuration.nodes().stream().map(ServerAddress::node).toList());
  }

  /** As a person knows the place. */
  String place(HostAndPort node) {
    return single.map(ServerAddress::toString).orElseGet(node::toString);
  }

  /**
   * Connects as one writer.
   *
   * @throws redis.clients.jedis.exceptions.JedisException if it cannot
   */
  Connection dial(HostAndPort node, WriterId writer) {
    return dial(node, prefix + "/" + writer.subtask());
  }

  /** Connects as nobody in particular. */
  Connection dial(HostAndPort node) {
    return dial(node, prefix);
  }

  private Connection dial(HostAndPort node, String name) {
    DefaultJedisClientConfig client = client(name);
    return single
        .flatMap(ServerAddress::socket)
        .map(path -> new Connection(new SocketFile(path, configuration.requestTimeout()), client))
        .orElseGet(() -> new Connection(node, client));
  }

  private DefaultJedisClientConfig client(String name) {
    DefaultJedisClientConfig.Builder builder =
        DefaultJedisClientConfig.builder()
            .resp2()
            .connectionTimeoutMillis((int) configuration.connectTimeout().toMillis())
            .socketTimeoutMillis((int) configuration.requestTimeout().toMillis())
            .database(single.map(ServerAddress::database).orElse(0))
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .clientName(name);
    configuration.user().ifPresent(builder::user);
    configuration.password().map(Secret::reveal).ifPresent(builder::password);
    if (configuration.tls().isPresent() || single.map(ServerAddress::tls).orElse(false)) {
      builder.sslOptions(tls());
    }
    return builder.build();
  }

  private SslOptions tls() {
    SslOptions.Builder options = SslOptions.builder();
    options.sslVerifyMode(SslVerifyMode.FULL);
    configuration.tls().ifPresent(given -> apply(options, given));
    return options.build();
  }

  private static void apply(SslOptions.Builder options, TlsConfiguration given) {
    if (!given.verifyHost()) {
      options.sslVerifyMode(SslVerifyMode.CA);
    }
    given
        .trustStore()
        .ifPresent(path -> options.truststore(path.toFile(), chars(given.trustStorePassword())));
    given
        .keyStore()
        .ifPresent(path -> options.keystore(path.toFile(), chars(given.keyStorePassword())));
  }

  private static char[] chars(Optional<Secret> secret) {
    return secret.map(one -> one.reveal().toCharArray()).orElse(new char[0]);
  }
}
