package dev.landfall.flink;

import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;

/** The S3 sink (write-ahead log) in Flink, with the bucket as its log. */
@RealStores
final class S3InFlinkIT extends SinkInFlink {
  private final S3Target s3 = new S3Target(Stores.s3().shared());

  @Override
  Target target() {
    return s3;
  }
}
