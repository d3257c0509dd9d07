package dev.landfall.sink.kafka;

import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkProvider;

/** The connector {@code kafka}. Stateless, thread-safe. */
public final class KafkaSinkProvider implements SinkProvider<KafkaConfiguration> {
  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public String summary() {
    return "Records in Kafka topics: exactly-once by transactions, or upsert by key";
  }

  @Override
  public Class<KafkaConfiguration> configuration() {
    return KafkaConfiguration.class;
  }

  @Override
  public Sink open(KafkaConfiguration configuration, SinkContext context) throws SinkException {
    CoordinatorChannel.requireKnownClient(CoordinatorChannel.clientVersion());
    Clients clients = new Clients(configuration, context);
    return switch (configuration.mode()) {
      case EXACTLY_ONCE -> new TransactionalSink(clients);
      case UPSERT -> new UpsertSink(clients);
    };
  }
}
