package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.Property;
import dev.landfall.sdk.probe.Question;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.stores.KafkaStore;
import dev.landfall.stores.junit.RealStores;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The probe tells what is known of Kafka. */
@RealStores
final class StoreProbeIT {
  @Test
  void T_5_kafka_abortsByTimeout_andAReaderWaitsBehindAnOpenTransaction() throws Exception {
    try (KafkaStore store = Brokers.builder(Protocol.TWO).start()) {
      ProbeContext context =
          new ProbeContext(
              "probe_it_killed",
              HostTime.system(),
              Optional.of(
                  () -> {
                    store.kill();
                    store.restart();
                  }));

      Map<Property, Answer> answers = ask(store, context);

      assertHolds(
          answers, Holds.NO, Property.READERS_NOT_BLOCKED, Property.DEFAULT_READER_COMMITTED);
      assertHolds(
          answers,
          Holds.NOT_ASKED,
          Property.COMMIT_ATOMIC,
          Property.CONDITIONAL_PUT,
          Property.HALF_OPEN_ENDED);
      assertThat(answers.get(Property.COMMIT_AFTER_TIMEOUT).value())
          .isEqualTo("the broker aborts it; a late commit is answered INVALID_TXN_STATE");
      assertThat(answers.get(Property.SECOND_COMMIT).value()).endsWith("NONE");
      assertThat(answers.get(Property.READERS_NOT_BLOCKED).value()).contains("300000");
      assertThat(answers.get(Property.DEFAULT_READER_COMMITTED).value())
          .contains("read_uncommitted");
    }
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void withoutConsent_noKillIsAsked_andNothingStays(Protocol protocol) throws Exception {
    KafkaStore store = Brokers.shared(protocol);
    ProbeContext context =
        new ProbeContext("probe_it_" + protocol.number(), HostTime.system(), Optional.empty());

    Map<Property, Answer> answers = ask(store, context);

    assertHolds(
        answers,
        Holds.NOT_ASKED,
        Property.COMMIT_ATOMIC,
        Property.CONDITIONAL_PUT,
        Property.HALF_OPEN_ENDED,
        Property.PREPARED_SURVIVES_KILL,
        Property.ACKNOWLEDGED_SURVIVES_KILL);
    try (Observer observer = new Observer(store.bootstrapServers())) {
      assertThat(observer.open(context.namespace())).isEmpty();
      assertThat(Observer.get(() -> observer.admin.listTopics().names().get()))
          .noneMatch(topic -> topic.startsWith(context.namespace()));
    }
  }

  private static Map<Property, Answer> ask(KafkaStore store, ProbeContext context)
      throws Exception {
    Map<Property, Answer> answers = new EnumMap<>(Property.class);
    KafkaProbeConfiguration configuration =
        new KafkaProbeConfiguration(
            store.bootstrapServers(), Duration.ofSeconds(30), Map.of(), Map.of());
    try (StoreProbe probe = new KafkaProbeProvider().open("kafka", configuration, context)) {
      assertThat(probe.store()).startsWith("Kafka, 1 broker, transaction protocol ");
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
