package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.nio.file.Path;
import java.util.Optional;

/** The object stores by configuration. Stateless, thread-safe. */
final class ObjectStores {
  private ObjectStores() {}

  /** Opens the store without touching it. */
  static ObjectStore open(StoreConfig config) throws SinkException {
    Optional<Path> directory = config.directory();
    return directory.isPresent() ? new DirectoryStore(directory.get()) : S3Store.open(config);
  }
}
