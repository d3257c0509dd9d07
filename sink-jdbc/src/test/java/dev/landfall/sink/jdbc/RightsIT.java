package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What preflight says to a user with too few rights, and to one with just enough (SI-6). */
class RightsIT {
  private static final PipelineTerms TERMS =
      new PipelineTerms(
          Guarantee.Level.EXACTLY_ONCE, Duration.ofSeconds(1), Duration.ofHours(1), 1, true);

  private final SinkId id = Names.sink();
  private final String table = Names.table();
  private final String user = "u" + table;
  private final Rejections rejected = new Rejections();

  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_6_upsertByWhoMayOnlyRead_isRefused_untilItsRemediesAreApplied(Server server)
      throws Exception {
    create(server);
    createUser(server, "GRANT SELECT ON " + table);

    List<Finding> findings = preflight(server, JdbcMode.UPSERT);
    apply(server, findings, Finding.Severity.ERROR);
    List<Finding> withoutDelete = preflight(server, JdbcMode.UPSERT);
    write(server, SinkRecord.put(Value.of(1), Value.of(Map.of("id", Value.of(1)))));
    apply(server, withoutDelete, Finding.Severity.WARNING);
    List<Finding> whole = preflight(server, JdbcMode.UPSERT);
    List<String> written = server.rows("SELECT id FROM " + table);
    write(server, SinkRecord.delete(Value.of(1)));

    assertThat(findings)
        .extracting(Finding::severity)
        .containsExactly(Finding.Severity.ERROR, Finding.Severity.WARNING);
    assertThat(findings.get(0).remedy()).startsWith("GRANT ").contains("INSERT", "UPDATE", user);
    assertThat(findings.get(0).remedy()).doesNotContain("DELETE");
    assertThat(withoutDelete)
        .extracting(Finding::severity)
        .containsExactly(Finding.Severity.WARNING);
    assertThat(withoutDelete.get(0).remedy()).contains("DELETE");
    assertThat(whole).isEmpty();
    assertThat(written).containsExactly("1");
    assertThat(server.rows("SELECT id FROM " + table)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_6_confirmByWhoMayOnlyRead_isRefused_untilItsRemediesAreApplied(Server server)
      throws Exception {
    refusedUntilGranted(server, JdbcMode.CONFIRM);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_6_xaByWhoMayOnlyRead_isRefused_untilItsRemediesAreApplied(Server server)
      throws Exception {
    refusedUntilGranted(server, JdbcMode.XA);
  }

  /** Rights on single columns count as the server counts them. */
  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_6_rightsOnColumnsAreEnough(Server server) throws Exception {
    create(server);
    createUser(server, "GRANT SELECT (id, a), INSERT (id, a), UPDATE (id, a) ON " + table);

    List<Finding> findings = preflight(server, JdbcMode.UPSERT);
    write(server, SinkRecord.put(Value.of(1), Value.of(Map.of("id", Value.of(1)))));

    assertThat(findings).extracting(Finding::severity).containsExactly(Finding.Severity.WARNING);
    assertThat(server.rows("SELECT id FROM " + table)).containsExactly("1");
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_6_upsertByWhoMayOnlyInsert_needsNoMoreThanTheRemedies(Server server) throws Exception {
    create(server);
    createUser(server, "GRANT INSERT ON " + table);

    List<Finding> findings = preflight(server, JdbcMode.UPSERT);
    apply(server, findings, Finding.Severity.ERROR);
    write(server, SinkRecord.put(Value.of(1), Value.of(Map.of("id", Value.of(1)))));

    assertThat(findings).extracting(Finding::severity).contains(Finding.Severity.ERROR);
    assertThat(server.rows("SELECT id FROM " + table)).containsExactly("1");
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_6_rightsOfARoleAreTheUsersOwn(Server server) throws Exception {
    create(server);
    String role = "r" + table;
    server.execute("CREATE ROLE " + role);
    server.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON " + table + " TO " + role);
    createUser(server);
    server.execute("GRANT " + role + " TO " + user);
    if (server != Server.POSTGRES) {
      String whose = server == Server.MARIADB ? " FOR " : " TO ";
      server.execute("SET DEFAULT ROLE " + role + whose + user);
    }

    List<Finding> findings = preflight(server, JdbcMode.UPSERT);
    write(server, SinkRecord.put(Value.of(1), Value.of(Map.of("id", Value.of(1)))));

    assertThat(findings).isEmpty();
    assertThat(server.rows("SELECT id FROM " + table)).containsExactly("1");
  }

  /** MySQL and MariaDB show a table to those alone who have a right on it. */
  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_6_tableThatTheUserDoesNotSee_isToldWithTheRightsToGive(Server server) throws Exception {
    create(server);
    server.execute("CREATE TABLE " + table + "_other (id INTEGER PRIMARY KEY)");
    createUser(server, "GRANT SELECT ON " + table + "_other");

    List<Finding> findings = preflight(server, JdbcMode.UPSERT);

    assertThat(findings)
        .filteredOn(finding -> finding.severity() == Finding.Severity.ERROR)
        .extracting(Finding::remedy)
        .anyMatch(remedy -> remedy.startsWith("GRANT ") && remedy.contains("INSERT"));
    apply(server, grants(findings), Finding.Severity.ERROR);
    apply(server, grants(preflight(server, JdbcMode.UPSERT)), Finding.Severity.ERROR);
    write(server, SinkRecord.put(Value.of(1), Value.of(Map.of("id", Value.of(1)))));
    assertThat(server.rows("SELECT id FROM " + table)).containsExactly("1");
  }

  /** MySQL and MariaDB leave who makes a table with the rights that it had before. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRES")
  void SI_6_tableToBeMadeByWhoMayNotReadIt_isRefused_untilItsRemediesAreApplied(Server server)
      throws Exception {
    createUser(server, "GRANT CREATE, INSERT, UPDATE ON " + table);

    List<Finding> findings = check(settings(server).creating());
    apply(server, findings, Finding.Severity.ERROR);
    List<Finding> withoutDelete = check(settings(server).creating());
    write(server, SinkRecord.put(Value.of(1), Value.of(Map.of("id", Value.of(1)))));

    assertThat(findings)
        .extracting(Finding::severity)
        .containsExactly(Finding.Severity.ERROR, Finding.Severity.WARNING);
    assertThat(findings.get(0).remedy())
        .startsWith("GRANT CREATE, SELECT ON ")
        .contains(server.quote(table), user);
    assertThat(findings.get(1).remedy()).startsWith("GRANT CREATE, DELETE ON ");
    assertThat(withoutDelete).extracting(Finding::remedy).containsExactly(findings.get(1).remedy());
    assertThat(server.rows("SELECT id FROM " + table)).containsExactly("1");
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_6_tableToBeMadeByWhoMayDoNothing_isRefused_untilItsRemediesAreApplied(Server server)
      throws Exception {
    createUserBesideTheTable(server);

    List<Finding> findings = check(settings(server).creating());
    for (Finding finding : findings) {
      server.execute(finding.remedy());
    }
    List<Finding> whole = check(settings(server).creating());
    write(server, SinkRecord.put(Value.of(1), Value.of(Map.of("id", Value.of(1)))));
    List<String> written = server.rows("SELECT id FROM " + table);
    write(server, SinkRecord.delete(Value.of(1)));

    assertThat(findings).first().extracting(Finding::severity).isEqualTo(Finding.Severity.ERROR);
    assertThat(whole).isEmpty();
    assertThat(written).containsExactly("1");
    assertThat(server.rows("SELECT id FROM " + table)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_6_tablesOfConfirmToBeMadeByWhoMayDoNothing_areRefused_untilTheRemediesAreApplied(
      Server server) throws Exception {
    tablesRefusedUntilGranted(server, JdbcMode.CONFIRM);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_6_tablesOfXaToBeMadeByWhoMayDoNothing_areRefused_untilTheRemediesAreApplied(Server server)
      throws Exception {
    tablesRefusedUntilGranted(server, JdbcMode.XA);
  }

  /** These modes append: no right to read or change the table is asked for. */
  private void tablesRefusedUntilGranted(Server server, JdbcMode mode) throws Exception {
    createUserBesideTheTable(server);
    JdbcSettings settings = settings(server).mode(mode).creating().bookkeeping("b" + table);

    List<Finding> findings = check(settings);
    for (Finding finding : findings) {
      server.execute(finding.remedy());
    }

    assertThat(findings).extracting(Finding::remedy).allMatch(remedy -> remedy.startsWith("GRANT"));
    assertThat(findings)
        .filteredOn(finding -> finding.remedy().contains(server.quote(table)))
        .allMatch(finding -> !finding.remedy().contains("SELECT"));
    assertThat(check(settings)).isEmpty();
    assertThat(server.rows("SELECT * FROM b" + table + "_session")).isEmpty();
  }

  /** To who has the rights on the tables' rows, CREATE alone is told. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRES")
  void SI_6_bookkeepingToBeMadeByWhoMayNotCreate_isToldWithTheGrant(Server server)
      throws Exception {
    create(server);
    String beside = "b" + table;
    List<String> tables = List.of(beside + "_confirmation", beside + "_fence", beside + "_session");
    createUser(server, "GRANT INSERT ON " + table);
    for (String name : tables) {
      server.execute("GRANT CREATE, SELECT, INSERT, UPDATE, DELETE ON " + name + " TO " + user);
      server.execute("REVOKE CREATE ON " + name + " FROM " + user);
    }
    JdbcSettings settings = settings(server).mode(JdbcMode.CONFIRM).bookkeeping(beside);

    List<Finding> findings = check(settings);
    apply(server, findings, Finding.Severity.ERROR);

    assertThat(findings)
        .hasSize(tables.size())
        .allMatch(finding -> finding.what().contains("may not create it"))
        .allMatch(finding -> finding.remedy().startsWith("GRANT CREATE ON "));
    assertThat(check(settings)).isEmpty();
  }

  /** PostgreSQL: a table in a schema that the user may not use is out of its owner's reach too. */
  @Test
  void SI_6_tableToBeMadeInASchemaThatMayNotBeUsed_isRefused() throws Exception {
    Server server = Server.POSTGRES;
    String schema = "s" + table;
    server.execute("CREATE SCHEMA " + schema);
    createUser(server, "GRANT CREATE ON SCHEMA " + schema);

    List<Finding> findings = check(settings(server).schema(schema).creating());
    apply(server, findings, Finding.Severity.ERROR);

    assertThat(findings)
        .singleElement()
        .extracting(Finding::remedy)
        .asString()
        .startsWith("GRANT USAGE ON SCHEMA ");
    assertThat(check(settings(server).schema(schema).creating())).isEmpty();
  }

  private void refusedUntilGranted(Server server, JdbcMode mode) throws Exception {
    create(server);
    try (Sink administrator = open(server.settings(table).mode(mode))) {
      assertThat(administrator.preflight(TERMS)).isEmpty(); // and the bookkeeping tables are there
    }
    createUser(
        server,
        "GRANT SELECT ON " + table,
        "GRANT SELECT ON landfall_confirmation",
        "GRANT SELECT ON landfall_fence",
        "GRANT SELECT ON landfall_session");

    List<Finding> findings = preflight(server, mode);
    apply(server, findings, Finding.Severity.ERROR);
    List<Finding> withoutPruning = preflight(server, mode);
    apply(server, withoutPruning, Finding.Severity.WARNING);

    assertThat(findings)
        .filteredOn(finding -> finding.severity() == Finding.Severity.ERROR)
        .extracting(Finding::remedy)
        .anyMatch(remedy -> remedy.contains(server.quote(table)) && remedy.contains("INSERT"))
        .anyMatch(remedy -> remedy.contains("landfall_confirmation") && remedy.contains("INSERT"))
        .anyMatch(remedy -> remedy.contains("landfall_fence") && remedy.contains("UPDATE"))
        .anyMatch(remedy -> remedy.contains("landfall_session") && remedy.contains("DELETE"))
        .noneMatch(remedy -> remedy.contains(server.quote(table)) && remedy.contains("DELETE"));
    assertThat(withoutPruning)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Finding.Severity.WARNING);
              assertThat(finding.remedy()).contains("landfall_confirmation", "DELETE");
            });
    assertThat(preflight(server, mode)).isEmpty();
    assertThat(server.rows("SELECT id FROM " + table)).isEmpty();
  }

  private void create(Server server) throws Exception {
    server.execute("CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, a VARCHAR(20))");
  }

  private void createUser(Server server, String... grants) throws Exception {
    server.execute(
        server == Server.POSTGRES
            ? "CREATE ROLE " + user + " LOGIN PASSWORD 'secret'"
            : "CREATE USER " + user + " IDENTIFIED BY 'secret'");
    for (String grant : grants) {
      server.execute(grant + " TO " + user);
    }
  }

  /** MySQL and MariaDB let nobody into a database who has no right on anything in it. */
  private void createUserBesideTheTable(Server server) throws Exception {
    server.execute("CREATE TABLE " + table + "_other (id INTEGER PRIMARY KEY)");
    createUser(server, "GRANT SELECT ON " + table + "_other");
  }

  private static List<Finding> grants(List<Finding> findings) {
    return findings.stream().filter(finding -> finding.remedy().startsWith("GRANT ")).toList();
  }

  private static void apply(Server server, List<Finding> findings, Finding.Severity severity)
      throws Exception {
    for (Finding finding : findings) {
      if (finding.severity() == severity) {
        server.execute(finding.remedy());
      }
    }
  }

  private List<Finding> preflight(Server server, JdbcMode mode) throws Exception {
    return check(settings(server).mode(mode));
  }

  private List<Finding> check(JdbcSettings settings) throws Exception {
    try (Sink sink = open(settings)) {
      return sink.preflight(TERMS);
    }
  }

  private JdbcSettings settings(Server server) {
    return JdbcSettings.of(server.store().jdbcUrl(), table).user(user, "secret");
  }

  private void write(Server server, SinkRecord record) throws Exception {
    try (IdempotentSink sink = (IdempotentSink) open(settings(server).creating());
        IdempotentWriter writer = sink.writer(id.writer(0), rejected)) {
      writer.write(record);
      writer.flush();
    }
    assertThat(rejected.reasons()).isEmpty();
  }

  private Sink open(JdbcSettings settings) throws Exception {
    return new JdbcSinkProvider().open(settings.build(), JdbcSettings.context(id));
  }
}
