package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.sdk.probe.StoreProbeProvider;
import java.util.List;

/** Probes an S3 endpoint, by the keys of {@code store:} of the sink. Stateless, thread-safe. */
public final class S3ProbeProvider implements StoreProbeProvider<StoreConfig> {
  @Override
  public List<String> dialects() {
    return List.of("s3");
  }

  @Override
  public Class<StoreConfig> configuration() {
    return StoreConfig.class;
  }

  @Override
  public StoreProbe open(String dialect, StoreConfig configuration, ProbeContext context)
      throws SinkException {
    String bucket =
        configuration
            .bucket()
            .orElseThrow(
                () ->
                    new SinkException(
                        "Cannot probe a local directory: expected a 'bucket' (the probe is for"
                            + " S3)"));
    String address =
        "s3://" + bucket + configuration.endpoint().map(endpoint -> " at " + endpoint).orElse("");
    return new S3Probe(
        new S3ProbeTarget(() -> S3Connection.open(configuration), bucket, address, context));
  }
}
