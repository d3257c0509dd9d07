package dev.landfall.stores;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * MySQL, MariaDB or PostgreSQL, with an empty database {@code landfall} and a user who may do
 * everything. Thread-safe.
 */
public final class SqlStore implements Store {
  private static final Pattern ADDRESS = Pattern.compile("//([^/?]+)");
  private static final int MYSQL_PORT = 3306;
  private static final int POSTGRES_PORT = 5432;

  private final Servers servers;

  SqlStore(Servers servers) {
    this.servers = servers;
  }

  @Override
  public Servers servers() {
    return servers;
  }

  /** The JDBC URL; more parameters can be appended with {@code &}. It holds no password. */
  public String jdbcUrl() {
    return environment().getOrDefault(kind().endpointVariable(), "");
  }

  /** The same JDBC URL by way of another address, such as a fault proxy. */
  public String jdbcUrlVia(Endpoint other) {
    return address().replaceFirst("//" + other);
  }

  /** The JDBC URL with another database of the same server. */
  public String jdbcUrlOf(String database) {
    return jdbcUrl().replaceFirst("(//[^/?]+)(/[^?]*)?", "$1/" + database);
  }

  /** The user of the JDBC URL. */
  public String user() {
    return environment().getOrDefault(kind().variable("USER"), "");
  }

  /** The user's password. */
  public String password() {
    return environment().getOrDefault(kind().variable("PASSWORD"), "");
  }

  /** The server's direct address. */
  public Endpoint endpoint() {
    Matcher matcher = address();
    if (!matcher.find()) {
      throw new IllegalArgumentException(
          "Cannot read " + kind().endpointVariable() + ": no //host:port in \"" + jdbcUrl() + "\"");
    }
    return Endpoint.parse(
        matcher.group(1), kind() == StoreKind.POSTGRES ? POSTGRES_PORT : MYSQL_PORT);
  }

  private Matcher address() {
    return ADDRESS.matcher(jdbcUrl());
  }
}
