package dev.landfall.stores;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The database and user that each SQL server is initialised with. */
final class SqlAccount {
  static final String NAME = "landfall";

  /** For MySQL and MariaDB, one statement per line as {@code --init-file} wants it. */
  static final String INIT_SQL =
      """
      CREATE DATABASE landfall CHARACTER SET utf8mb4;
      CREATE USER 'landfall'@'%' IDENTIFIED BY 'landfall';
      GRANT ALL PRIVILEGES ON *.* TO 'landfall'@'%' WITH GRANT OPTION;
      """;

  private SqlAccount() {}

  static Map<String, String> environment(
      StoreKind kind, String url, Optional<TestCertificate> certificate) {
    Map<String, String> lines = new TreeMap<>();
    lines.put(kind.endpointVariable(), url);
    lines.put(kind.variable("USER"), NAME);
    lines.put(kind.variable("PASSWORD"), NAME);
    certificate.ifPresent(material -> lines.putAll(material.environment(kind)));
    return lines;
  }
}
