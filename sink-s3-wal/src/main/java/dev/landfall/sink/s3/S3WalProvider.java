package dev.landfall.sink.s3;

import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkProvider;

/** {@code type: s3-wal}. Stateless, thread-safe. */
public final class S3WalProvider implements SinkProvider<S3WalConfig> {
  @Override
  public String name() {
    return "s3-wal";
  }

  @Override
  public String summary() {
    return "JSON lines or CSV in S3 or a local directory, exactly once in the confirmed view";
  }

  @Override
  public Class<S3WalConfig> configuration() {
    return S3WalConfig.class;
  }

  @Override
  public Sink open(S3WalConfig configuration, SinkContext context) throws SinkException {
    return S3WalSink.open(configuration, context, ObjectStores.open(configuration.store()));
  }
}
