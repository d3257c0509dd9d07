package dev.landfall.sink.kafka;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.sdk.probe.StoreProbeProvider;
import java.util.List;

/** Probes Kafka brokers. Stateless, thread-safe. */
public final class KafkaProbeProvider implements StoreProbeProvider<KafkaProbeConfiguration> {
  @Override
  public List<String> dialects() {
    return List.of("kafka");
  }

  @Override
  public Class<KafkaProbeConfiguration> configuration() {
    return KafkaProbeConfiguration.class;
  }

  @Override
  public StoreProbe open(
      String dialect, KafkaProbeConfiguration configuration, ProbeContext context)
      throws SinkException {
    return new KafkaProbe(new KafkaProbeTarget(configuration, context));
  }
}
