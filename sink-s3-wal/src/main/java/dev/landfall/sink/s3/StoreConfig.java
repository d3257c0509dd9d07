package dev.landfall.sink.s3;

import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.Key;
import dev.landfall.sdk.config.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Which object store, and how to reach it. Immutable, thread-safe. */
public record StoreConfig(
    @Key("a local directory as the object store, in place of a bucket") Optional<Path> directory,
    @Key("the bucket, in place of a directory; it must exist") Optional<String> bucket,
    @Key("the store's URL; without it Amazon's, by region") Optional<String> endpoint,
    @Key("the region; without it as the AWS default chain finds it, and us-east-1 with an endpoint")
        Optional<String> region,
    @Key(
            value = "where the bucket stands in a request: path (any store) or virtual",
            defaultValue = "path")
        Addressing addressing,
    @Key("the access key; without it credentials come from the AWS default chain")
        Optional<Secret> accessKey,
    @Key("the secret key that belongs to the access key") Optional<Secret> secretKey,
    @Key("the session token of temporary credentials") Optional<Secret> sessionToken,
    @Key(value = "attempts for one request, 1 to 10", defaultValue = "4") int attempts,
    @Key(value = "the longest that one attempt may take", defaultValue = "30s")
        Duration requestTimeout,
    @Key(
            value = "a larger object is sent in parts of this size (multipart), 5MiB to 1GiB",
            defaultValue = "8MiB")
        DataSize partSize) {
  private static final long MIN_PART_BYTES = 5L << 20;
  private static final long MAX_PART_BYTES = 1L << 30;
  private static final int MAX_ATTEMPTS = 10;

  /** Checks the keys against each other. */
  public StoreConfig {
    require(
        directory.isPresent() != bucket.isPresent(),
        "name either a 'directory' or a 'bucket', and not both");
    require(
        accessKey.isPresent() == secretKey.isPresent(),
        "'access-key' and 'secret-key' stand together or not at all");
    require(
        attempts >= 1 && attempts <= MAX_ATTEMPTS,
        "'attempts' is " + attempts + ", expected 1 to " + MAX_ATTEMPTS);
    require(
        partSize.bytes() >= MIN_PART_BYTES && partSize.bytes() <= MAX_PART_BYTES,
        "'part-size' is " + partSize + ", expected 5MiB to 1GiB");
    require(
        !requestTimeout.isNegative() && !requestTimeout.isZero(),
        "'request-timeout' is " + requestTimeout + ", expected more than zero");
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
