package dev.landfall.source.kafka;

import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceProvider;

/** The connector {@code kafka}. Stateless, thread-safe. */
public final class KafkaSourceProvider implements SourceProvider<KafkaSourceConfiguration> {
  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public String summary() {
    return "Records of Kafka topics, from the offsets of the checkpoint";
  }

  @Override
  public Class<KafkaSourceConfiguration> configuration() {
    return KafkaSourceConfiguration.class;
  }

  @Override
  public Source open(KafkaSourceConfiguration configuration, SourceContext context) {
    return new KafkaSource(configuration, context);
  }
}
