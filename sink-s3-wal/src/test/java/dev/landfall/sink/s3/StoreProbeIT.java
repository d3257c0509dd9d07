package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.Property;
import dev.landfall.sdk.probe.Question;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.sdk.probe.Transcript;
import dev.landfall.stores.S3Store;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;

/** The probe tells what is known of s3proxy, and names a store that ignores conditions. */
@RealStores
final class StoreProbeIT {
  @Test
  void W_2_s3proxy_honoursIfNoneMatch() throws Exception {
    try (S3Store store = Stores.s3().own().start()) {
      ProbeContext context =
          new ProbeContext(
              "probe_it_killed",
              HostTime.system(),
              Optional.of(
                  () -> {
                    store.kill();
                    store.restart();
                  }));

      Map<Property, Answer> answers =
          ask(new S3ProbeProvider().open("s3", S3Stores.config(store), context));

      assertHolds(answers, Holds.NO);
      assertHolds(
          answers,
          Holds.NOT_ASKED,
          Property.COMMIT_AFTER_TIMEOUT,
          Property.FENCING,
          Property.HALF_OPEN_ENDED);
      assertThat(answers.get(Property.CONDITIONAL_PUT).value())
          .contains("honoured")
          .contains("412");
    }
  }

  @Test
  void W_2_aStoreThatIgnoresConditions_isNamed_andNothingStays() throws Exception {
    S3Store store = Stores.s3().shared();
    ProbeContext context = new ProbeContext("probe_it_liar", HostTime.system(), Optional.empty());
    S3ProbeTarget liar =
        new S3ProbeTarget(
            () -> S3Stores.ignoringConditions(store), store.bucket(), "s3://liar", context);

    Map<Property, Answer> answers = ask(new S3Probe(liar));

    assertHolds(answers, Holds.NO, Property.CONDITIONAL_PUT);
    assertThat(answers.get(Property.CONDITIONAL_PUT).value())
        .isEqualTo(
            "If-None-Match: * is ignored: the second writer of one name is answered 200"
                + " and replaces the first");
    assertThat(answers.get(Property.PREPARED_SURVIVES_KILL).holds()).isEqualTo(Holds.NOT_ASKED);
    try (S3Client client = S3Connection.open(S3Stores.config(store))) {
      assertThat(liar.list(client, "probe_it_liar", new Transcript())).isEmpty();
      assertThat(liar.uploads(client, new Transcript())).isEmpty();
    }
  }

  @Test
  void aDirectory_isRefused() {
    StoreConfig directory =
        new StoreConfig(
            Optional.of(Path.of("x")),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Addressing.PATH,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            1,
            Duration.ofSeconds(1),
            DataSize.parse("5MiB"));
    ProbeContext context = new ProbeContext("x", HostTime.system(), Optional.empty());

    assertThatThrownBy(() -> new S3ProbeProvider().open("s3", directory, context))
        .isInstanceOf(SinkException.class)
        .hasMessageContaining("expected a 'bucket'");
  }

  private static Map<Property, Answer> ask(StoreProbe opened) throws Exception {
    Map<Property, Answer> answers = new EnumMap<>(Property.class);
    try (StoreProbe probe = opened) {
      assertThat(probe.store()).startsWith("object store s3://");
      for (Question question : probe.questions()) {
        Answer answer = question.experiment().ask();
        answers.put(question.property(), answer);
      }
    }
    assertThat(answers.keySet()).containsExactlyInAnyOrder(Property.values());
    return answers;
  }

  private static void assertHolds(
      Map<Property, Answer> answers, Holds holds, Property... properties) {
    assertThat(answers.keySet().stream().filter(one -> answers.get(one).holds() == holds))
        .containsExactlyInAnyOrder(properties);
  }
}
