package dev.landfall.sink.s3;

import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkProvider;

/** {@code type: s3-wal-overwrites-confirmations}, for the suite to catch. */
public final class OverwritingProvider implements SinkProvider<S3WalConfig> {
  static final String NAME = "s3-wal-overwrites-confirmations";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "the S3 sink without If-None-Match";
  }

  @Override
  public Class<S3WalConfig> configuration() {
    return S3WalConfig.class;
  }

  @Override
  public Sink open(S3WalConfig configuration, SinkContext context) throws SinkException {
    ObjectStore store = ObjectStores.open(configuration.store());
    return S3WalSink.open(
        configuration, context, new BrokenStore(store, BrokenStore.Fault.OVERWRITES_CONFIRMATIONS));
  }
}
