package dev.landfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.stores.KafkaStore;
import dev.landfall.stores.Stores;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suite on brokers that somebody else runs and that ask for a password. */
class GivenBrokersIT {
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required"
          + " username=\"lab\" password=\"sesame\"";

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void sinkAndObserverLogIn_andNoTopicIsLeft() throws Exception {
    try (KafkaStore store = withPasswords()) {
      for (int run = 0; run < 2; run++) {
        assertThat(replay(store)).as("%s%s", out, err).isZero();
      }

      try (Admin admin =
          Admin.create(
              Map.of(
                  "bootstrap.servers",
                  store.bootstrapServers(),
                  "security.protocol",
                  "SASL_PLAINTEXT",
                  "sasl.mechanism",
                  "PLAIN",
                  "sasl.jaas.config",
                  LOGIN + ";"))) {
        assertThat(admin.listTopics().names().get(20, TimeUnit.SECONDS)).isEmpty();
      }
    }
  }

  private static KafkaStore withPasswords() {
    return Stores.kafka()
        .property("listener.security.protocol.map", "CONTROLLER:PLAINTEXT,DIRECT:SASL_PLAINTEXT")
        .property("sasl.enabled.mechanisms", "PLAIN")
        .property("sasl.mechanism.inter.broker.protocol", "PLAIN")
        .property("listener.name.direct.plain.sasl.jaas.config", LOGIN + " user_lab=\"sesame\";")
        .own()
        .start();
  }

  private int replay(KafkaStore store) throws Exception {
    Path login = Files.writeString(directory.resolve("login"), LOGIN + ";");
    Path file = directory.resolve("kafka.yaml");
    Files.writeString(
        file,
        """
        sink:
          type: kafka
          mode: upsert
          bootstrap-servers: %s
          properties: { security.protocol: SASL_PLAINTEXT, sasl.mechanism: PLAIN }
          secrets: { sasl.jaas.config: "${file:%s}" }
        store: { dialect: kafka }
        """
            .formatted(store.bootstrapServers(), login));
    return Landfall.execute(
        new Console(new PrintWriter(out, true), new PrintWriter(err, true)),
        "conformance",
        "replay",
        "kafka-upsert-kafka;P1;seed=1",
        "--file",
        file.toString());
  }
}
