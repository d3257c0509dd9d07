package dev.landfall.sink.jdbc;

import java.util.List;
import java.util.Properties;

/** MySQL and MariaDB: the statements of XA. Stateless, thread-safe. */
final class MySqlProbeVerbs implements SqlProbeVerbs {
  /** {@code XA RECOVER} answers format, two lengths, and the name. */
  private static final int DATA = 4;

  @Override
  public Properties patience() {
    Properties patience = new Properties();
    patience.setProperty("connectTimeout", "5000");
    patience.setProperty("socketTimeout", "30000");
    return patience;
  }

  @Override
  public List<String> begin(String transaction) {
    return List.of("XA START '" + transaction + "'");
  }

  @Override
  public List<String> prepare(String transaction) {
    return List.of("XA END '" + transaction + "'", "XA PREPARE '" + transaction + "'");
  }

  @Override
  public String commit(String transaction) {
    return "XA COMMIT '" + transaction + "'";
  }

  @Override
  public String rollback(String transaction) {
    return "XA ROLLBACK '" + transaction + "'";
  }

  @Override
  public String list() {
    return "XA RECOVER";
  }

  @Override
  public int listedColumn() {
    return DATA;
  }

  @Override
  public String session() {
    return "SELECT CONNECTION_ID()";
  }

  @Override
  public String sessionIsThere(String session) {
    return "SELECT id FROM information_schema.processlist WHERE id = " + session;
  }

  @Override
  public String endSession(String session) {
    return "KILL " + session;
  }

  @Override
  public String waitOneSecond() {
    return "SET SESSION innodb_lock_wait_timeout = 1";
  }

  @Override
  public List<String> fallSilent() {
    return List.of("START TRANSACTION", "SET SESSION wait_timeout = 1");
  }

  @Override
  public String silence() {
    return "SELECT @@GLOBAL.wait_timeout";
  }

  @Override
  public String silenceSetting() {
    return "wait_timeout";
  }

  @Override
  public List<String> durability() {
    return List.of("SELECT @@innodb_flush_log_at_trx_commit", "SELECT @@GLOBAL.sync_binlog");
  }
}
