package dev.landfall.cli;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.stores.RedisStore;
import dev.landfall.stores.SqlStore;
import dev.landfall.stores.Stores;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suite as a store owner sees it: one file, one command, an exit code and a report. */
class ConformanceCommandIT {
  private static final Pattern TOKEN = Pattern.compile("FAIL (redis-set-redis;\\S+)");

  private static final Pattern BROKEN = Pattern.compile("(?m)^  ([A-Z]+-\\d+) ");

  private static final String SECTIONS =
      "sink: { type: redis, mode: set }\nstore: { dialect: redis }\n";

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void run_tellsThatAllHolds_andWritesAReport() throws Exception {
    Path report = directory.resolve("report");

    Path file = file("");
    Files.writeString(file, SECTIONS + "suite: { profile: full, report: '" + report + "' }\n");

    int code = execute("run", file.toString(), "--profile", "quick");

    assertThat(code).as("%s%s", out, err).isZero();
    assertThat(out.toString())
        .contains("PASS: redis set on redis ")
        .containsPattern("(\\d+) of \\1 points passed")
        .containsPattern("no occasion to judge: .*HO-9.*HO-15.*SI-9.*I-5")
        .contains("report: " + report.resolve("index.html"));
    assertThat(report).isDirectoryContaining(path -> path.endsWith("results.json"));
    assertThat(report).isDirectoryContaining(path -> path.endsWith("junit.xml"));
  }

  @Test
  void aBrokenSink_isCaughtByCode1_andReplayedByOneCommand() throws Exception {
    String file = file("").toString();

    String report = directory.resolve("report").toString();
    assertThat(execute("run", file, "--spoil", "flushes-nothing", "--report", report)).isEqualTo(1);
    assertThat(out.toString()).contains("stopped at the first catch");
    Matcher token = TOKEN.matcher(out.toString());
    assertThat(token.find()).as(out.toString()).isTrue();
    assertThat(Path.of(report, "failure-001.html"))
        .content()
        .contains("--file " + file + " --spoil flushes-nothing");
    assertThat(Path.of(report, "history.jsonl")).isNotEmptyFile();
    String again = token.group(1) + "' --file " + file + " --spoil flushes-nothing";
    assertThat(out.toString())
        .contains("  repeat it: landfall conformance replay '" + again)
        .contains("  spoiled by flushes-nothing: nothing is said of the sink");
    assertThat(Path.of(report, "junit.xml")).content().contains("landfall conformance replay");
    assertThat(Path.of(report, "results.json")).content().contains("\"flushes-nothing\"");
    out.getBuffer().setLength(0);

    int code = execute("replay", token.group(1), "--file", file, "--spoil", "flushes-nothing");
    assertThat(code).as("%s%s", out, err).isEqualTo(1);
    assertThat(out.toString()).contains("SI-11").contains("HOST ").contains("STORE ");

    waiveAllThatIsBroken(Path.of(file));
    out.getBuffer().setLength(0);
    code =
        execute(
            "replay",
            token.group(1),
            "--file",
            file,
            "--spoil",
            "flushes-nothing",
            "--report",
            report);
    assertThat(code).as("%s%s", out, err).isZero();
    assertThat(out.toString()).contains("  SI-11 waived until 9999-12-31: a bug (x), broken in 1");
    assertThat(Path.of(report, "results.json")).content().contains("\"profile\" : \"replay\"");
  }

  @Test
  @Tag("full")
  void aStoreOwner_needsAnAddressAndCredentialsAlone() throws Exception {
    try (SqlStore store = Stores.postgres().own().start()) {
      Path secret = Files.writeString(directory.resolve("secret"), store.password());
      Path file =
          Files.writeString(
              directory.resolve("mine.yaml"),
              String.format(
                  """
                  sink: { type: jdbc, mode: upsert, url: '%s', user: '%s', password: '${file:%s}' }
                  store: { dialect: postgres }
                  """,
                  store.jdbcUrl(), store.user(), secret));

      assertThat(execute("run", file.toString())).as("%s%s", out, err).isZero();
      assertThat(out.toString()).contains("PASS: jdbc upsert on postgres ");
    }
  }

  @Test
  void aPasswordFromAVariableOrFile_reachesTheSinkUnderTest() throws Exception {
    try (RedisStore store = Stores.redis().own().start();
        Socket client = new Socket(store.endpoint().host(), store.endpoint().port())) {
      client
          .getOutputStream()
          .write("CONFIG SET requirepass open-sesame\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(client.getInputStream().read()).isEqualTo('+');
      Path secret = Files.writeString(directory.resolve("secret"), "open-sesame");
      String more = ", url: '" + store.url() + "/3', password: '${file:" + secret + "}'";

      int code = execute("replay", "redis-set-redis;P1;seed=1", "--file", file(more).toString());

      assertThat(code).as("%s%s", out, err).isZero();
      String kill = "redis-set-redis;P1;seed=1;K9@C1.barrier/Mset#1";
      assertThat(execute("replay", kill, "--file", file(more).toString())).isEqualTo(2);
      assertThat(err.toString()).contains("K9 kills it, and it is not ours to kill");
    }
  }

  @Test
  void aStoreThatIsNotThere_isCode2() throws Exception {
    assertThat(execute("run", file(", url: 'redis://127.0.0.1:1'").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("Cannot run the suite");
  }

  @Test
  void aSpoilOfAnotherContract_orThatShowsNothingHere_isRefusedBeforeAnyRun() throws Exception {
    String file = file("").toString();

    assertThat(execute("run", file, "--spoil", "commits-at-prepare")).isEqualTo(2);
    assertThat(err.toString())
        .contains("Cannot spoil a sink of the contract idempotent on redis by 'commits-at-prepare'")
        .contains("it is for 2pc, expected flushes-nothing, first-of-key-wins, drops-records");
    Files.writeString(Path.of(file), "suite: { spoil: inserts-without-key }\n" + SECTIONS);
    assertThat(execute("run", file)).isEqualTo(2);
    assertThat(err.toString()).contains("'inserts-without-key': it does not show there, expected");
    assertThat(out.toString()).isEmpty();
  }

  private void waiveAllThatIsBroken(Path file) throws Exception {
    Set<String> rules =
        BROKEN.matcher(out.toString()).results().map(one -> one.group(1)).collect(toSet());
    String waivers =
        rules.stream()
            .map(rule -> "  - { rule: " + rule + ", reason: a bug, link: x, expiry: 9999-12-31 }\n")
            .collect(joining());
    Files.writeString(file, SECTIONS + "waivers:\n" + waivers);
  }

  private int execute(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "conformance";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Landfall.execute(
        new Console(new PrintWriter(out, true), new PrintWriter(err, true)), all);
  }

  private Path file(String more) throws Exception {
    return Files.writeString(
        directory.resolve("redis.yaml"), SECTIONS.replace("mode: set", "mode: set" + more));
  }
}
