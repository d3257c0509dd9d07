package dev.landfall.sink.kafka;

/** How a person looks at what was written. Stateless, thread-safe. */
final class Inspection {
  private Inspection() {}

  /** A command with names only: whatever is secret is left to the reader's own file (SI-9). */
  static String of(KafkaConfiguration configuration) {
    return "kafka-console-consumer.sh --bootstrap-server "
        + configuration.bootstrapServers()
        + " --topic "
        + configuration.topic().orElse("TOPIC")
        + " --from-beginning"
        + (configuration.mode() == KafkaMode.EXACTLY_ONCE
            ? " --isolation-level read_committed"
            : "")
        + (configuration.secrets().isEmpty() ? "" : " --command-config client.properties");
  }
}
