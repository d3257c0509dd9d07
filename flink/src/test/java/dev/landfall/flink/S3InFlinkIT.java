package dev.landfall.flink;

import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import org.junit.jupiter.api.Tag;

/**
 * The S3 sink (write-ahead log) in Flink, with the bucket as its log.
 *
 * <p>Under {@code -Pfull} until it has passed whole; docs/flink.md says what is known.
 */
@Tag("full")
@RealStores
final class S3InFlinkIT extends SinkInFlink {
  private final S3Target s3 = new S3Target(Stores.s3().shared());

  @Override
  Target target() {
    return s3;
  }
}
