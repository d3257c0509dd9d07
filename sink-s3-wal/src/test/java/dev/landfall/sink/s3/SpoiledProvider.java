package dev.landfall.sink.s3;

import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkProvider;

/** The S3 sink with a fault between it and its store, for the suite to catch. Thread-safe. */
abstract class SpoiledProvider implements SinkProvider<S3WalConfig> {
  private final String name;
  private final String summary;
  private final BrokenStore.Fault fault;

  SpoiledProvider(String name, String summary, BrokenStore.Fault fault) {
    this.name = name;
    this.summary = summary;
    this.fault = fault;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String summary() {
    return summary;
  }

  @Override
  public Class<S3WalConfig> configuration() {
    return S3WalConfig.class;
  }

  @Override
  public Sink open(S3WalConfig configuration, SinkContext context) throws SinkException {
    ObjectStore store = ObjectStores.open(configuration.store());
    return S3WalSink.open(configuration, context, new BrokenStore(store, fault));
  }
}
