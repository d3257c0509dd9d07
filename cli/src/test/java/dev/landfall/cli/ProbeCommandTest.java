package dev.landfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.stores.Stores;
import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the probe and the report say before there is a store. */
class ProbeCommandTest {
  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "store: {dialect: mysqll, url: x} | one of [kafka, mariadb, mysql, postgres, redis, s3]",
        "store: {dialect: mysqll, url: x} | mysql",
        "{needs: 2pc} | a mapping",
        "{needs: 3pc, store: {dialect: kafka}} | one of [idempotent, wal, 2pc]",
        "{stores: {dialect: kafka}} | store",
        "store: {dialect: mysql, url: 'jdbc:x', pasword: hunter2} | password",
        "store: {dialect: mysql, url: 'jdbc:mysql://me:hunter2@h/d'} | url must hold no password",
        "store: {dialect: kafka, request-timeout: 5s} | bootstrap-servers",
      })
  void SI_7_aWrongFile_isToldBeforeAnythingIsAsked(String yaml, String told) throws Exception {
    assertThat(probe(yaml)).isEqualTo(2);
    assertThat(err.toString()).contains(told).doesNotContain("hunter2");
    assertThat(directory.resolve("fact-sheet.md")).doesNotExist();
  }

  @Test
  void aStoreThatWasNotStarted_isNeverKilled() throws Exception {
    assertThat(probe("store: {dialect: kafka, bootstrap-servers: x}", "--allow-kill")).isEqualTo(2);
    assertThat(err.toString()).contains("it was not started for the probe");
  }

  @Test
  void SI_9_aStoreThatIsAway_isUnknown_andNoSecretIsTold() throws Exception {
    String url = "jdbc:mysql://127.0.0.1:" + Stores.claimPort() + "/test";
    Path secret = Files.writeString(directory.resolve("secret"), "hunter2");
    String store = "store: {dialect: mysql, url: '" + url + "', user: a, password: '${file:%s}'}";

    int exit = probe(String.format(store, secret));

    assertThat(exit).as("could not run").isEqualTo(2);
    assertThat(err.toString()).startsWith("Cannot probe mysql: ").doesNotContain("hunter2");
  }

  @Test
  void replay_writesAReport() throws Exception {
    Path report = directory.resolve("report");

    int exit = execute("conformance", "replay", "m26;P1;seed=1", "--report", report.toString());

    assertThat(exit).as(err.toString()).isEqualTo(1);
    assertThat(out.toString()).contains("m26;P1;seed=1: FAIL").contains("report: " + report);
    assertThat(report.resolve("index.html")).exists();
    assertThat(report.resolve("failure-001.html")).exists();
  }

  @Test
  void replay_isPrintedToItsEnd() {
    execute("conformance", "replay", "m26;P1;seed=1");
    StringWriter text = new StringWriter();
    PrintWriter buffered = new PrintWriter(new BufferedWriter(text), true);

    Landfall.execute(new Console(buffered, buffered), "conformance", "replay", "m26;P1;seed=1");

    assertThat(text.toString()).isEqualTo(out.toString());
  }

  private int probe(String yaml, String... more) throws Exception {
    Path file = Files.writeString(directory.resolve("store.yaml"), yaml);
    String[] arguments = new String[4 + more.length];
    arguments[0] = "probe";
    arguments[1] = file.toString();
    arguments[2] = "--report";
    arguments[3] = directory.toString();
    System.arraycopy(more, 0, arguments, 4, more.length);
    return execute(arguments);
  }

  private int execute(String... arguments) {
    return Landfall.execute(
        new Console(new PrintWriter(out, true), new PrintWriter(err, true)), arguments);
  }
}
