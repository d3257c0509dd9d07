package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.Property;
import dev.landfall.sdk.probe.Question;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.sdk.probe.Transcript;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The probe tells what is known of Redis. */
@RealStores
final class StoreProbeIT {
  @Test
  void T_2_redis_preparesNothing_andKeepsWhatItAcknowledges() throws Exception {
    try (RedisStore store = Stores.redis().own().start()) {
      ProbeContext context =
          new ProbeContext(
              "probe_it",
              HostTime.system(),
              Optional.of(
                  () -> {
                    store.kill();
                    store.restart();
                  }));

      Map<Property, Answer> answers = ask(store, context);

      assertHolds(
          answers,
          Holds.NO,
          Property.PREPARED_SURVIVES_DISCONNECT,
          Property.COMMIT_AFTER_OWNER,
          Property.COMMIT_BESIDE_OWNER,
          Property.FOREIGN_LISTED,
          Property.PREPARED_SURVIVES_KILL);
      assertHolds(
          answers, Holds.NOT_ASKED, Property.COMMIT_AFTER_TIMEOUT, Property.HALF_OPEN_ENDED);
      assertThat(answers.get(Property.COMMIT_AFTER_OWNER).value())
          .endsWith("ERR EXEC without MULTI");
      try (RedisProbeSession session = target(store, context).connect("reader", new Transcript())) {
        assertThat(session.reply("DBSIZE").text()).as("nothing stays").isEqualTo("0");
      }
    }
  }

  @Test
  void I_2_aServerWithoutALog_losesWhatItAcknowledged() throws Exception {
    try (RedisStore store = Stores.redis().args("--appendonly", "no").own().start()) {
      ProbeContext context =
          new ProbeContext(
              "probe_it",
              HostTime.system(),
              Optional.of(
                  () -> {
                    store.kill();
                    store.restart();
                  }));

      Answer answer = ask(store, context).get(Property.ACKNOWLEDGED_SURVIVES_KILL);

      assertThat(answer.holds()).isEqualTo(Holds.NO);
      assertThat(answer.value()).isEqualTo("the key is gone");
      assertThat(answer.evidence()).anyMatch(line -> line.contains("[appendonly, no]"));
    }
  }

  private static RedisProbeTarget target(RedisStore store, ProbeContext context) {
    return new RedisProbeTarget(configuration(store), context);
  }

  private static RedisProbeConfiguration configuration(RedisStore store) {
    return new RedisProbeConfiguration(
        store.url(), Optional.empty(), Optional.empty(), Optional.empty(), Duration.ofSeconds(10));
  }

  private static Map<Property, Answer> ask(RedisStore store, ProbeContext context)
      throws Exception {
    Map<Property, Answer> answers = new EnumMap<>(Property.class);
    try (StoreProbe probe = new RedisProbeProvider().open("redis", configuration(store), context)) {
      assertThat(probe.store()).matches("Redis \\d+\\.\\d+\\.\\d+ at redis://.*");
      for (Question question : probe.questions()) {
        answers.put(question.property(), question.experiment().ask());
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
