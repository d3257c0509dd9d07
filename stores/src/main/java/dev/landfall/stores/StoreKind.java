package dev.landfall.stores;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The closed list of stores that this module starts. The label is what a user types, and names the
 * settings ({@code LANDFALL_<LABEL>_...}). Immutable, thread-safe.
 */
public enum StoreKind {
  /** Apache Kafka 4.4.0 in KRaft mode, one or three combined nodes. */
  KAFKA("kafka", "BOOTSTRAP"),
  /** A single Redis server, 7 or later where the machine has one. */
  REDIS("redis", "URL"),
  /** A Redis cluster of three masters and up to three replicas. */
  REDIS_CLUSTER("redis-cluster", "NODES"),
  /** Genuine MySQL 8.0.33. */
  MYSQL("mysql", "URL"),
  /** MariaDB 11.4. */
  MARIADB("mariadb", "URL"),
  /** PostgreSQL 18. */
  POSTGRES("postgres", "URL"),
  /** s3proxy 4.1.0, an S3 server with conditional writes over a local directory. */
  S3("s3", "ENDPOINT");

  private final String label;
  private final String endpointSuffix;

  StoreKind(String label, String endpointSuffix) {
    this.label = label;
    this.endpointSuffix = endpointSuffix;
  }

  /** The name that a user types, such as {@code mysql} or {@code redis-cluster}. */
  public String label() {
    return label;
  }

  /** The environment variable with the main endpoint, such as {@code LANDFALL_MYSQL_URL}. */
  public String endpointVariable() {
    return variable(endpointSuffix);
  }

  /** The kind with this label, if there is one. */
  public static Optional<StoreKind> labelled(String label) {
    return Arrays.stream(values()).filter(kind -> kind.label.equals(label)).findFirst();
  }

  String variable(String suffix) {
    return "LANDFALL_" + label.toUpperCase(Locale.ROOT).replace('-', '_') + "_" + suffix;
  }

  @Override
  public String toString() {
    return label;
  }
}
