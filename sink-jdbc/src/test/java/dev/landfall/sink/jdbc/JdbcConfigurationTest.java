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
import org.junit.jupiter.api.Test;

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
            JdbcSettings.of("jdbc:mysql://me:pw@host/db?password=pw", "t")
                .user("me", "pw")
                .build()
                .toString())
        .contains("jdbc:mysql://host/db")
        .doesNotContain("pw");
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
