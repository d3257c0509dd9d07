package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.config.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Makes the S3 client from the configuration. Stateless, thread-safe. */
final class S3Connection {
  /** Stores other than Amazon's take any region; requests must be signed for one. */
  private static final Region ANY_REGION = Region.US_EAST_1;

  private S3Connection() {}

  /** Opens no connection yet. */
  static S3Client open(StoreConfig config) throws SinkException {
    try {
      return builder(config).build();
    } catch (RuntimeException e) {
      throw new SinkException("Cannot set up the S3 client: " + e.getMessage(), e);
    }
  }

  /** The client before it is made. */
  static S3ClientBuilder builder(StoreConfig config) throws SinkException {
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClientBuilder(
                Apache5HttpClient.builder()
                    .connectionTimeout(config.requestTimeout())
                    .socketTimeout(config.requestTimeout()))
            .forcePathStyle(config.addressing() == Addressing.PATH)
            // Every write carries our own CRC-32C, where it has bytes; nothing else is needed.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .credentialsProvider(credentials(config))
            .overrideConfiguration(
                override ->
                    override
                        .apiCallAttemptTimeout(config.requestTimeout())
                        .apiCallTimeout(config.requestTimeout().multipliedBy(config.attempts()))
                        .retryStrategy(retry -> retry.maxAttempts(config.attempts())));
    Optional<String> endpoint = config.endpoint();
    if (endpoint.isPresent()) {
      builder.endpointOverride(uri(endpoint.get()));
      builder.region(config.region().map(Region::of).orElse(ANY_REGION));
    } else {
      config.region().map(Region::of).ifPresent(builder::region);
    }
    return builder;
  }

  private static AwsCredentialsProvider credentials(StoreConfig config) {
    Optional<Secret> access = config.accessKey();
    Optional<Secret> secret = config.secretKey();
    if (access.isEmpty() || secret.isEmpty()) {
      return DefaultCredentialsProvider.builder().build();
    }
    AwsCredentials credentials =
        config.sessionToken().isPresent()
            ? AwsSessionCredentials.create(
                access.get().reveal(), secret.get().reveal(), config.sessionToken().get().reveal())
            : AwsBasicCredentials.create(access.get().reveal(), secret.get().reveal());
    return StaticCredentialsProvider.create(credentials);
  }

  private static URI uri(String endpoint) throws SinkException {
    try {
      URI uri = new URI(endpoint);
      if (uri.getHost() != null && uri.getScheme() != null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw new SinkException("Cannot use the endpoint '" + endpoint + "': " + e.getMessage(), e);
    }
    throw new SinkException(
        "Cannot use the endpoint '" + endpoint + "': expected such as https://host:9000");
  }
}
