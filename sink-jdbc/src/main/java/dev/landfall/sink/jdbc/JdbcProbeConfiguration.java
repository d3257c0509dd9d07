package dev.landfall.sink.jdbc;

import dev.landfall.sdk.config.Key;
import dev.landfall.sdk.config.Secret;
import java.util.Optional;

/**
 * How the probe reaches a database: the same keys as in a pipeline file. Immutable, thread-safe.
 */
public record JdbcProbeConfiguration(
    @Key("JDBC address of the database, such as jdbc:mysql://localhost:3306/shop.") String url,
    @Key("Name of the database user.") Optional<String> user,
    @Key("Password of the database user.") Optional<Secret> password) {
  /** Checks the address. */
  public JdbcProbeConfiguration {
    if (!url.startsWith("jdbc:")) {
      throw new IllegalArgumentException("url must start with jdbc:");
    }
    if (JdbcUrl.holdsPassword(url)) {
      throw new IllegalArgumentException(JdbcUrl.PASSWORD_HELD);
    }
  }

  /** Without the password, and without parameters of the address that may hold one (SI-9). */
  @Override
  public String toString() {
    return JdbcUrl.withoutSecrets(url);
  }
}
