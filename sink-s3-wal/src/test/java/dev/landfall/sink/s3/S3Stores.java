package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.Secret;
import dev.landfall.stores.S3Store;
import java.time.Duration;
import java.util.Optional;

/** The sink's store on a real server. */
final class S3Stores {
  private S3Stores() {}

  static StoreConfig config(S3Store server) {
    return new StoreConfig(
        Optional.empty(),
        Optional.of(server.bucket()),
        Optional.of(server.endpointUri().toString()),
        Optional.of(server.region()),
        Addressing.PATH,
        Optional.of(Secret.of(server.accessKey())),
        Optional.of(Secret.of(server.secretKey())),
        Optional.empty(),
        3,
        Duration.ofSeconds(10),
        DataSize.parse("5MiB"));
  }

  static ObjectStore open(S3Store server) throws SinkException {
    return ObjectStores.open(config(server));
  }
}
