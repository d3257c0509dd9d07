package dev.landfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an operator does around a pipeline, by the commands that they type. */
@Timeout(120)
class OperationsIT {
  private static final Pattern URL = Pattern.compile("metrics: (http://\\S+)");

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void movedState_goesOnElsewhere() throws Exception {
    input(1, 1_000);
    assertThat(execute("run", pipeline("state", "fail"))).as(err.toString()).isZero();

    assertThat(execute("state", "copy", path("state"), path("moved"))).as(err.toString()).isZero();
    assertThat(execute("state", "check", path("moved"))).isZero();
    assertThat(out.toString()).contains("a start goes on from checkpoint 2");

    input(1, 2_000);
    assertThat(execute("run", pipeline("moved", "fail"))).as(err.toString()).isZero();
    assertThat(records()).isEqualTo(2_000);
    assertThat(execute("run", pipeline("state", "fail"))).as("the one left behind").isEqualTo(1);
    assertThat(err.toString()).contains("HO-15");
    assertThat(records()).isEqualTo(2_000);
  }

  @Test
  void damagedState_isFoundByCheck_withWhatAStartWouldDo() throws Exception {
    input(1, 1_000);
    assertThat(execute("run", pipeline("state", "fail"))).isZero();
    Path newest = directory.resolve("state/g000001/closed/c000000002.checkpoint");
    byte[] bytes = Files.readAllBytes(newest);
    bytes[bytes.length - 1] ^= 1;
    Files.write(newest, bytes);

    assertThat(execute("state", "check", path("state"))).isEqualTo(1);

    assertThat(out.toString())
        .contains("DAMAGED  checkpoint 2, generation 1: Cannot read checkpoint 2")
        .contains("sound    checkpoint 1, generation 1")
        .contains("a start refuses checkpoint 2; --from-checkpoint 1 goes back");
  }

  @Test
  void directoryThatHoldsNoState_isRefusedByEachCommand() throws Exception {
    for (String[] command :
        List.of(
            new String[] {"state", "show", path("")},
            new String[] {"state", "check", path("")},
            new String[] {"state", "copy", path(""), path("to")})) {
      assertThat(execute(command)).isEqualTo(2);
      assertThat(err.toString())
          .contains("it is no state directory, expected one with generations")
          .contains("checkpoint.directory");
    }
  }

  @Test
  void summaryInJson_tellsOfFailureAndOfSuccess() throws Exception {
    Files.writeString(directory.resolve("in.jsonl"), "{\"id\":1\n");
    assertThat(execute("run", "--summary", "json", pipeline("state", "fail"))).isEqualTo(4);
    JsonNode failed = new JsonMapper().readTree(out.toString());
    assertThat(failed.get("end").textValue()).isEqualTo("failed");
    assertThat(failed.get("exit-code").intValue()).isEqualTo(4);
    assertThat(failed.get("kind").textValue()).isEqualTo("data");
    assertThat(failed.get("error").textValue()).contains("in.jsonl line 1");

    input(1, 100);
    assertThat(execute("run", "--summary", "json", pipeline("state", "fail"))).isZero();
    JsonNode done = new JsonMapper().readTree(out.toString());
    assertThat(done.get("end").textValue()).isEqualTo("end-of-input");
    assertThat(done.get("committed").longValue()).isEqualTo(100);
    assertThat(done.get("checkpoint").longValue()).isEqualTo(2);
  }

  @Test
  void figures_areServedWhileThePipelineRuns_onLoopbackAlone() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("rated.yaml"),
            """
            pipeline: rated
            checkpoint: { directory: "DIR/state", interval: 50ms }
            source: { type: generator, count: 6000, rate: 2000 }
            key: id
            sink: { type: directory, path: "DIR/store" }
            """
                .replace("DIR", directory.toString()));
    CompletableFuture<Integer> running =
        CompletableFuture.supplyAsync(() -> execute("run", "--metrics", "0", file.toString()));

    String figures = "";
    while (!running.isDone() && value(figures, "landfall_checkpoint_last_id") < 2) {
      Matcher url = URL.matcher(err.toString());
      figures = url.find() ? get(url.group(1)) : "";
    }

    assertThat(value(figures, "landfall_checkpoint_last_id")).isGreaterThanOrEqualTo(2);
    assertThat(figures)
        .contains("landfall_records_read_total{pipeline=\"rated\"}")
        .contains("landfall_checkpoint_duration_seconds_bucket{pipeline=\"rated\",le=\"0.1\"}")
        .contains("landfall_commit_latency_seconds_count{pipeline=\"rated\"}")
        .contains("landfall_uncommitted_oldest_age_seconds{pipeline=\"rated\"}");
    assertThat(err.toString()).contains("metrics: http://127.0.0.1:");
    assertThat(running.get(60, TimeUnit.SECONDS)).as(err.toString()).isZero();
  }

  @Test
  void metricsAddressThatIsNone_isRefused() throws Exception {
    input(1, 1);

    assertThat(execute("run", "--metrics", "here", pipeline("state", "fail"))).isEqualTo(2);

    assertThat(err.toString()).contains("expected PORT or HOST:PORT").contains("9464");
  }

  @Test
  void deadLetters_areToldAtTheEnd() throws Exception {
    Files.writeString(directory.resolve("in.jsonl"), "{\"id\":1}\n{\"n\":2}\n{\"id\":3}\n");

    assertThat(execute("run", pipeline("state", "{ dead-letter: { directory: DIR/dead } }")))
        .as(err.toString())
        .isZero();

    assertThat(out.toString())
        .contains("3 records read, 2 committed, 1 rejected")
        .contains("dead letters: " + directory.resolve("dead"));
    assertThat(records()).isEqualTo(2);
  }

  /** NaN, before there is such a figure, is less than nothing here. */
  private static double value(String figures, String name) {
    Matcher found = Pattern.compile("(?m)^" + name + "\\{[^}]*} (\\S+)$").matcher(figures);
    double value = found.find() ? Double.parseDouble(found.group(1)) : -1;
    return Double.isNaN(value) ? -1 : value;
  }

  private static String get(String url) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private int execute(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Landfall.execute(
        new Console(new PrintWriter(out, true), new PrintWriter(err, true)), arguments);
  }

  private void input(int from, int to) throws IOException {
    Files.writeString(
        directory.resolve("in.jsonl"),
        IntStream.rangeClosed(from, to)
            .mapToObj(n -> "{\"id\":" + n + "}\n")
            .collect(Collectors.joining()));
  }

  private String pipeline(String state, String rejected) throws IOException {
    return Files.writeString(
            directory.resolve("pipeline.yaml"),
            """
            pipeline: operations
            checkpoint: { directory: "DIR/STATE" }
            source: { type: file, path: "DIR/in.jsonl" }
            key: id
            rejected: REJECTED
            sink: { type: directory, path: "DIR/store" }
            """
                .replace("REJECTED", rejected)
                .replace("STATE", state)
                .replace("DIR", directory.toString()))
        .toString();
  }

  private int records() throws IOException {
    int count = 0;
    try (Stream<Path> files = Files.list(directory.resolve("store"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        count += Files.readAllLines(file).size();
      }
    }
    return count;
  }
}
