package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a secret is looked for, and where it is taken out. */
final class SecretWatchTest {
  private static final String SECRET = "s3same-open-up";

  @TempDir Path folder;

  private final List<String> told = new ArrayList<>();
  private SecretWatch watch;

  @BeforeEach
  void watch() {
    LogTail log = new LogTail(folder.resolve("log").toFile());
    watch = new SecretWatch(Confided.of(List.of(SECRET, "short")), log, told::add);
  }

  @Test
  void SI_9_anError_isTold_andShownWithoutIt() {
    JsonNode read =
        watch.read(
            "{\"id\":1,\"error\":{\"type\":\"E\",\"message\":\"no " + SECRET + ", short\"}}");

    assertThat(told).containsExactly("an answer, as 'message'");
    assertThat(read.path("error").path("message").asText()).isEqualTo("no ***, ***");
    assertThat(read.path("error").path("type").asText()).isEqualTo("E");
  }

  @Test
  void SI_9_aFindingInAList_isTold() {
    watch.read("{\"result\":{\"findings\":[{\"what\":\"" + SECRET + "\"}]}}");

    assertThat(told).containsExactly("an answer, as 'what'");
  }

  @Test
  void SI_9_theBytesOfACommittable_areTold_andStayWhatTheyAre() {
    Committable committable =
        Committable.of(
            IntervalId.parse("p/s/0/g1/o1"), 1, SECRET.getBytes(StandardCharsets.UTF_8), 1, "");
    String line =
        Messages.line(
            Messages.object()
                .set(
                    "result",
                    Messages.object().put("committable", Messages.committable(committable))));

    JsonNode read = watch.read(line);

    assertThat(told).containsExactly("the state");
    assertThat(Messages.line(read)).isEqualTo(line);
  }

  @Test
  void SI_9_theLog_isTold_once() throws Exception {
    watch.lookAtLog();
    Files.writeString(folder.resolve("log"), "in as " + SECRET + "\n");
    watch.lookAtLog();
    watch.lookAtLog();

    assertThat(told).containsExactly("the log");
  }

  @Test
  void wordsOfTheProtocol_areNeitherToldNorChanged() {
    String line = "{\"id\":1,\"result\":{\"contract\":\"short\"}}";

    assertThat(Messages.line(watch.read(line))).isEqualTo(line);
    assertThat(told).isEmpty();
  }
}
