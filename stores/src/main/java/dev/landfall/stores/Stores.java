package dev.landfall.stores;

/**
 * Starts real stores.
 *
 * <pre>{@code
 * try (KafkaStore kafka = Stores.kafka().brokers(3).own().start()) {
 *   use(kafka.bootstrapServers());
 *   kafka.kill();
 *   kafka.restart();
 * }
 * }</pre>
 *
 * <p>Each is taken in this order: the endpoint that the user gave ({@link
 * StoreKind#endpointVariable()} in the environment, or the system property of the same name in
 * lower case with dots); a container, if an engine answers within two seconds and holds the image
 * already; child processes of this machine. Everything listens on 127.0.0.1 only. Thread-safe.
 */
public final class Stores {
  private static final Ports CLAIMED = new Ports();

  private Stores() {}

  /** Kafka 4.4.0. */
  public static KafkaBuilder kafka() {
    return new KafkaBuilder();
  }

  /** A single Redis server. */
  public static RedisBuilder redis() {
    return new RedisBuilder(StoreKind.REDIS);
  }

  /** A Redis cluster, three masters with a replica each unless told otherwise. */
  public static RedisBuilder redisCluster() {
    return new RedisBuilder(StoreKind.REDIS_CLUSTER);
  }

  /** MySQL 8.0.33. */
  public static SqlBuilder mysql() {
    return new SqlBuilder(StoreKind.MYSQL);
  }

  /** MariaDB 11.4. */
  public static SqlBuilder mariadb() {
    return new SqlBuilder(StoreKind.MARIADB);
  }

  /** PostgreSQL 18. */
  public static SqlBuilder postgres() {
    return new SqlBuilder(StoreKind.POSTGRES);
  }

  /** s3proxy 4.1.0. */
  public static S3Builder s3() {
    return new S3Builder();
  }

  /**
   * A free port of 127.0.0.1 that nothing of this module, in this JVM or another, will be given
   * until this JVM ends; and no outgoing connection, since it lies below the ephemeral range.
   */
  public static int claimPort() {
    return CLAIMED.claim();
  }
}
