package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcConfigurationTest {
  @Test
  void quickstartBinds_andTheRestHasDefaults() throws Exception {
    Map<String, Object> yaml = new LinkedHashMap<>();
    yaml.put("url", "jdbc:h2:./.landfall/earthquakes;WRITE_DELAY=0");
    yaml.put("mode", "upsert");
    yaml.put("table", "earthquakes");
    yaml.put("create-table", true);

    JdbcConfiguration bound = bind(yaml);

    assertThat(bound.mode()).isEqualTo(JdbcMode.UPSERT);
    assertThat(bound.createTable()).isTrue();
    assertThat(bound.columns()).isEmpty();
    assertThat(bound.keyColumns()).isEmpty();
    assertThat(bound.batchRows()).isEqualTo(1000);
    assertThat(bound.statementTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(bound.xaWrites()).isEqualTo(XaWrites.INSERT);
  }

  @Test
  void columnsKeepTheirOrder() throws Exception {
    Map<String, Object> columns = new LinkedHashMap<>();
    columns.put("z", "INT");
    columns.put("a", "VARCHAR(9)");

    JdbcConfiguration bound =
        bind(
            Map.of(
                "url",
                "jdbc:mysql://h/d",
                "table",
                "t",
                "columns",
                columns,
                "key-columns",
                List.of("z"),
                "mode",
                "xa",
                "xa-writes",
                "upsert"));

    assertThat(bound.columns().keySet()).containsExactly("z", "a");
    assertThat(bound.writesByKey()).isTrue();
  }

  @Test
  void everythingWrongIsToldAtOnce() {
    assertThatThrownBy(
            () -> JdbcSettings.of("mysql://x", " ").batchRows(0).confirmationsKept(1).build())
        .hasMessageContaining("url must start with jdbc:")
        .hasMessageContaining("table must have a name")
        .hasMessageContaining("confirmations-kept must be 100 or more")
        .hasMessageContaining("batch-rows must be from 1 to 100000");
  }

  @Test
  void SI_9_noSecretIsPrinted() {
    assertThat(
            JdbcSettings.of("jdbc:mysql://me@host/db?trustStorePassword=pw", "t")
                .user("me", "pw")
                .build()
                .toString())
        .contains("jdbc:mysql://host/db")
        .doesNotContain("pw");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://host:3306/db?user=me&password=hunter2",
        "jdbc:mysql://host/db?password1=hunter2",
        "jdbc:mysql://me:hunter2@host/db",
        "jdbc:mysql:loadbalance://one:3306,me:hunter2@two:3306/db",
        "jdbc:mysql://(host=one,user=me,password=hunter2)/db",
        "jdbc:mysql://address=(host=one)(password=hunter2)/db",
        "jdbc:mariadb://host/db?password=hunter2&user=me",
        "jdbc:mariadb://me:hunter2@host/db",
        "jdbc:postgresql://host/db?ssl=true&PASSWORD=hunter2",
        "jdbc:postgresql://me:hunter2@host/db",
        "jdbc:h2:./file;USER=me;PASSWORD=hunter2;WRITE_DELAY=0",
        "jdbc:h2:tcp://host:9092/~/db; password = hunter2"
      })
  void SI_9_passwordInTheAddress_isRefusedAndNotShown(String url) {
    assertThatThrownBy(() -> JdbcSettings.of(url, "t").build())
        .hasMessageContaining("url must hold no password")
        .hasMessageContaining("password: ${env:NAME} or ${file:PATH}")
        .hasMessageNotContaining("hunter2");
    assertThatThrownBy(() -> new JdbcProbeConfiguration(url, Optional.empty(), Optional.empty()))
        .hasMessageContaining("url must hold no password")
        .hasMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://me@host:3306,me@other:3306/db?connectionAttributes=a:b,c:d@e",
        "jdbc:mariadb://host:3306/db?passwordCharacterEncoding=UTF-8",
        "jdbc:postgresql://[::1]:5432/pass:word@db?user=me&ApplicationName=a@b:c",
        "jdbc:h2:file:/home/me:1@x/password;PASSWORD_HASH=FALSE",
        "jdbc:h2:tcp://host:9092/~/me:1@x"
      })
  void addressesWithoutAPasswordAreTaken(String url) {
    assertThat(JdbcSettings.of(url, "t").build().url()).isEqualTo(url);
  }

  @Test
  void xaIsRefusedOnH2_andOtherDatabasesAltogether() {
    assertThatThrownBy(() -> open("jdbc:h2:mem:x"))
        .isInstanceOf(SinkException.class)
        .hasMessageContaining("Cannot use mode xa on H2")
        .hasMessageContaining("use mode upsert or confirm");
    assertThatThrownBy(() -> open("jdbc:oracle:thin:@h:1/x"))
        .hasMessageContaining("expected an address of MySQL, MariaDB, PostgreSQL or H2");
  }

  private static void open(String url) throws SinkException {
    new JdbcSinkProvider()
        .open(
            JdbcSettings.of(url, "t").mode(JdbcMode.XA).build(),
            JdbcSettings.context(Names.sink()));
  }

  private static JdbcConfiguration bind(Map<String, Object> yaml) throws Exception {
    return Configurations.bind(
        JdbcConfiguration.class, new Section("sink", yaml), References.ofProcess());
  }
}
