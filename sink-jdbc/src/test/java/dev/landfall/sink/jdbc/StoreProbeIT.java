package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.config.Secret;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.Property;
import dev.landfall.sdk.probe.Question;
import dev.landfall.sdk.probe.StoreKill;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.stores.SqlStore;
import dev.landfall.stores.junit.RealStores;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The probe tells what is known of each server. */
@RealStores
final class StoreProbeIT {
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  @Test
  void T_3_mysql_detachesWhatIsPrepared() throws Exception {
    Map<Property, Answer> answers = killed(Server.MYSQL);

    assertThat(holds(answers, Holds.NO)).isEmpty();
    assertThat(holds(answers, Holds.NOT_ASKED)).containsExactly(Property.COMMIT_AFTER_TIMEOUT);
    assertThat(answers.get(Property.COMMIT_BESIDE_OWNER).holds()).isEqualTo(Holds.YES);
    assertThat(answers.get(Property.SECOND_COMMIT).value()).contains("1397").contains("no proof");
    assertThat(answers.get(Property.DEFAULT_READER_COMMITTED).value()).isEqualTo("repeatable read");
    assertThat(answers.get(Property.HALF_OPEN_ENDED).value()).contains("wait_timeout");
  }

  @Test
  void T_3_mariadb_keepsWhatIsPreparedOnItsSession() throws Exception {
    Map<Property, Answer> answers = killed(Server.MARIADB);

    assertThat(holds(answers, Holds.NO)).containsExactly(Property.COMMIT_BESIDE_OWNER);
    assertThat(answers.get(Property.COMMIT_BESIDE_OWNER).value())
        .contains("1397")
        .contains("although it is listed");
    assertThat(answers.get(Property.COMMIT_AFTER_OWNER).holds()).isEqualTo(Holds.YES);
    assertThat(answers.get(Property.PREPARED_SURVIVES_KILL).holds()).isEqualTo(Holds.YES);
  }

  @Test
  void T_8_postgres_neverEndsASilentSession() throws Exception {
    Map<Property, Answer> answers = killed(Server.POSTGRES);

    assertThat(holds(answers, Holds.NO)).containsExactly(Property.HALF_OPEN_ENDED);
    assertThat(answers.get(Property.HALF_OPEN_ENDED).value()).startsWith("never by default");
    assertThat(answers.get(Property.SECOND_COMMIT).value()).contains("42704");
    assertThat(answers.get(Property.DEFAULT_READER_COMMITTED).value()).isEqualTo("read committed");
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void withoutConsent_noKillIsAsked_andNothingStays(Server server) throws Exception {
    String namespace = "probe_it_" + NUMBERS.incrementAndGet();

    Map<Property, Answer> answers = ask(server, server.store(), namespace, Optional.empty());

    assertThat(holds(answers, Holds.NOT_ASKED))
        .containsExactlyInAnyOrder(
            Property.COMMIT_AFTER_TIMEOUT,
            Property.PREPARED_SURVIVES_KILL,
            Property.ACKNOWLEDGED_SURVIVES_KILL);
    assertThat(answers.get(Property.ACKNOWLEDGED_SURVIVES_KILL).evidence())
        .as("what the server says of itself")
        .isNotEmpty();
    assertThat(
            server.rows(
                "SELECT table_name FROM information_schema.tables WHERE table_name LIKE '"
                    + namespace
                    + "%'"))
        .isEmpty();
    String list = server == Server.POSTGRES ? new PostgresProbeVerbs().list() : "XA RECOVER";
    assertThat(server.rows(list)).noneMatch(row -> row.contains(namespace));
  }

  @Test
  void SI_6_anotherDialect_isRefused() {
    assertThatThrownBy(
            () ->
                new JdbcProbeProvider()
                    .open("mysql", configuration(Server.POSTGRES.store()), context("x", null)))
        .isInstanceOf(SinkException.class)
        .hasMessageContaining("name the dialect 'postgres'");
  }

  @Test
  void SI_6_aUserWhoMayNotListWhatIsPrepared_isToldSo_beforeAnythingIsWritten() throws Exception {
    String user = "probe_it_user" + NUMBERS.incrementAndGet();
    SqlStore store = Server.MYSQL.store();
    Server.MYSQL.execute(
        "CREATE USER " + user + " IDENTIFIED BY 'sesame'",
        "GRANT ALL PRIVILEGES ON landfall.* TO " + user);
    JdbcProbeConfiguration configuration =
        new JdbcProbeConfiguration(
            store.jdbcUrl(), Optional.of(user), Optional.of(Secret.of("sesame")));

    assertThatThrownBy(
            () -> new JdbcProbeProvider().open("mysql", configuration, context(user, null)))
        .isInstanceOf(SinkException.class)
        .hasMessageContaining("\"XA RECOVER\" was answered")
        .hasMessageContaining("GRANT XA_RECOVER_ADMIN ON *.* TO this user")
        .hasMessageNotContaining("sesame");
    assertThat(
            Server.MYSQL.rows(
                "SELECT table_name FROM information_schema.tables WHERE table_name LIKE '"
                    + user
                    + "%'"))
        .isEmpty();
  }

  private static Map<Property, Answer> killed(Server server) throws Exception {
    try (SqlStore store = server.own()) {
      return ask(
          server,
          store,
          "probe_it_" + NUMBERS.incrementAndGet(),
          Optional.of(
              () -> {
                store.kill();
                store.restart();
              }));
    }
  }

  private static Map<Property, Answer> ask(
      Server server, SqlStore store, String namespace, Optional<StoreKill> kill) throws Exception {
    Map<Property, Answer> answers = new EnumMap<>(Property.class);
    try (StoreProbe probe =
        new JdbcProbeProvider()
            .open(
                server.name().toLowerCase(java.util.Locale.ROOT),
                configuration(store),
                context(namespace, kill.orElse(null)))) {
      for (Question question : probe.questions()) {
        Answer answer = question.experiment().ask();
        answers.put(question.property(), answer);
      }
    }
    assertThat(answers.keySet()).containsExactlyInAnyOrder(Property.values());
    return answers;
  }

  private static ProbeContext context(String namespace, StoreKill kill) {
    return new ProbeContext(namespace, HostTime.system(), Optional.ofNullable(kill));
  }

  private static JdbcProbeConfiguration configuration(SqlStore store) {
    return new JdbcProbeConfiguration(
        store.jdbcUrl(), Optional.of(store.user()), Optional.of(Secret.of(store.password())));
  }

  private static Set<Property> holds(Map<Property, Answer> answers, Holds what) {
    Set<Property> found = EnumSet.noneOf(Property.class);
    answers.forEach(
        (property, answer) -> {
          if (answer.holds() == what) {
            found.add(property);
          }
        });
    return found;
  }
}
