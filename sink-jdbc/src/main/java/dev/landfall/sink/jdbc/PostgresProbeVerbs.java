package dev.landfall.sink.jdbc;

import java.util.List;
import java.util.Properties;

/** PostgreSQL: {@code PREPARE TRANSACTION}. Stateless, thread-safe. */
final class PostgresProbeVerbs implements SqlProbeVerbs {
  @Override
  public Properties patience() {
    Properties patience = new Properties();
    patience.setProperty("connectTimeout", "5");
    patience.setProperty("socketTimeout", "30");
    patience.setProperty("loginTimeout", "30");
    return patience;
  }

  @Override
  public List<String> begin(String transaction) {
    return List.of("BEGIN");
  }

  @Override
  public List<String> prepare(String transaction) {
    return List.of("PREPARE TRANSACTION '" + transaction + "'");
  }

  @Override
  public String commit(String transaction) {
    return "COMMIT PREPARED '" + transaction + "'";
  }

  @Override
  public String rollback(String transaction) {
    return "ROLLBACK PREPARED '" + transaction + "'";
  }

  @Override
  public String list() {
    return "SELECT gid FROM pg_prepared_xacts WHERE database = current_database()";
  }

  @Override
  public int listedColumn() {
    return 1;
  }

  @Override
  public String session() {
    return "SELECT pg_backend_pid()";
  }

  @Override
  public String sessionIsThere(String session) {
    return "SELECT pid FROM pg_stat_activity WHERE pid = " + session;
  }

  @Override
  public String endSession(String session) {
    return "SELECT pg_terminate_backend(" + session + ")";
  }

  @Override
  public String waitOneSecond() {
    return "SET lock_timeout = '1s'";
  }

  @Override
  public List<String> fallSilent() {
    return List.of("SET idle_in_transaction_session_timeout = '1s'", "BEGIN");
  }

  @Override
  public String silence() {
    return "SELECT setting::bigint / 1000 FROM pg_settings"
        + " WHERE name = 'idle_in_transaction_session_timeout'";
  }

  @Override
  public String silenceSetting() {
    return "idle_in_transaction_session_timeout";
  }

  @Override
  public List<String> durability() {
    return List.of("SHOW fsync", "SHOW synchronous_commit");
  }
}
