package dev.landfall.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.stores.junit.RealStores;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rights, TLS and arguments of the SQL servers. */
@RealStores
final class SqlStoreIT {
  @Test
  void mysqlIsTheGenuineOneAndListsPreparedBranches() throws Exception {
    try (SqlStore mysql = Stores.mysql().own().start()) {
      assertThat(Scenario.query(mysql, "SELECT VERSION()")).containsExactly("8.0.33");
      assertThat(Scenario.query(mysql, "SELECT @@log_bin")).containsExactly("1");
      assertPreparedBranchOutlivesAKill(mysql);
    }
  }

  @Test
  void mariadbListsPreparedBranches() throws Exception {
    try (SqlStore mariadb = Stores.mariadb().own().start()) {
      assertPreparedBranchOutlivesAKill(mariadb);
    }
  }

  private static void assertPreparedBranchOutlivesAKill(SqlStore store) throws Exception {
    Scenario.execute(store, "CREATE TABLE x (v INT PRIMARY KEY) ENGINE=InnoDB");
    try (Connection connection = Scenario.connect(store, store.jdbcUrl());
        Statement statement = connection.createStatement()) {
      statement.execute("XA START 'a'");
      statement.execute("INSERT INTO x VALUES (1)");
      statement.execute("XA END 'a'");
      statement.execute("XA PREPARE 'a'");
      store.kill();
    }
    store.restart();

    assertThat(Scenario.query(store, "XA RECOVER")).hasSize(1);
    assertThat(Scenario.query(store, "SELECT v FROM x")).isEmpty();
    Scenario.execute(store, "XA COMMIT 'a'");
    assertThat(Scenario.query(store, "SELECT v FROM x")).isEqualTo(Set.of("1"));
  }

  @Test
  void postgresKeepsPreparedTransactionsOverAKill() throws Exception {
    try (SqlStore postgres = Stores.postgres().own().start()) {
      assertThat(Scenario.query(postgres, "SHOW fsync")).containsExactly("on");
      Scenario.execute(postgres, "CREATE TABLE x (v INT PRIMARY KEY)");
      try (Connection connection = Scenario.connect(postgres, postgres.jdbcUrl());
          Statement statement = connection.createStatement()) {
        statement.execute("BEGIN");
        statement.execute("INSERT INTO x VALUES (1)");
        statement.execute("PREPARE TRANSACTION 'a'");
      }
      postgres.kill();
      postgres.restart();

      Scenario.execute(postgres, "COMMIT PREPARED 'a'");
      assertThat(Scenario.query(postgres, "SELECT v FROM x")).containsExactly("1");
    }
  }

  @Test
  void mysqlSpeaksTls() throws Exception {
    try (SqlStore mysql = Stores.mysql().tls().args("--max-connections=17").own().start()) {
      Store.Trust trust = mysql.trust().orElseThrow();
      String url =
          mysql.jdbcUrl()
              + "&sslMode=VERIFY_IDENTITY&trustCertificateKeyStoreType=PKCS12"
              + "&trustCertificateKeyStoreUrl=file:"
              + trust.trustStore()
              + "&trustCertificateKeyStorePassword="
              + trust.trustStorePassword();

      assertThat(single(mysql, url, "SELECT @@max_connections")).isEqualTo("17");
      assertThat(
              single(
                  mysql,
                  url,
                  "SELECT VARIABLE_VALUE FROM performance_schema.session_status"
                      + " WHERE VARIABLE_NAME = 'Ssl_cipher'"))
          .isNotEmpty();
    }
  }

  @Test
  void mariadbSpeaksTls() throws Exception {
    try (SqlStore mariadb = Stores.mariadb().tls().own().start()) {
      String url =
          "jdbc:mariadb://"
              + mariadb.endpoint()
              + "/landfall?sslMode=verify-full&serverSslCert="
              + mariadb.trust().orElseThrow().certificate();

      assertThat(
              single(
                  mariadb,
                  url,
                  "SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS"
                      + " WHERE VARIABLE_NAME = 'Ssl_cipher'"))
          .isNotEmpty();
    }
  }

  @Test
  void postgresSpeaksTls() throws Exception {
    try (SqlStore postgres =
        Stores.postgres().tls().args("-c", "max_connections=17").own().start()) {
      String url =
          "jdbc:postgresql://"
              + postgres.endpoint()
              + "/landfall?sslmode=verify-full&sslrootcert="
              + postgres.trust().orElseThrow().certificate();

      assertThat(single(postgres, url, "SHOW max_connections")).isEqualTo("17");
      assertThat(single(postgres, url, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"))
          .isEqualTo("t");
    }
  }

  private static String single(SqlStore store, String url, String query) throws Exception {
    try (Connection connection = Scenario.connect(store, url);
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
