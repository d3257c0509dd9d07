package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.Secret;
import dev.landfall.stores.S3Store;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.services.s3.S3Client;

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

  /** To a client, a store that ignores the header and one that is not sent it are the same. */
  static S3Client ignoringConditions(S3Store server) throws SinkException {
    return intercepted(
        server, request -> request.toBuilder().removeHeader("If-None-Match").build());
  }

  /** A store that takes no request with a condition, as some answer 501. */
  static S3Client refusingConditions(S3Store server) throws SinkException {
    return intercepted(
        server,
        request -> {
          if (request.firstMatchingHeader("If-None-Match").isPresent()) {
            throw SdkClientException.create("a header that is not implemented");
          }
          return request;
        });
  }

  /** A store that sends shorter pages than it is asked for, as Amazon S3 reserves the right to. */
  static S3Client withPagesOf(S3Store server, int keys) throws SinkException {
    return intercepted(
        server,
        request ->
            request.rawQueryParameters().containsKey("max-keys")
                ? request.toBuilder()
                    .putRawQueryParameter("max-keys", Integer.toString(keys))
                    .build()
                : request);
  }

  /** A way to the store on which one byte of every body is turned over. */
  static S3Client damagingBodies(S3Store server) throws SinkException {
    ExecutionInterceptor damage =
        new ExecutionInterceptor() {
          @Override
          public Optional<RequestBody> modifyHttpContent(
              Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
            return context.requestBody().map(S3Stores::damaged);
          }
        };
    return S3Connection.builder(config(server))
        .overrideConfiguration(override -> override.addExecutionInterceptor(damage))
        .build();
  }

  private static RequestBody damaged(RequestBody body) {
    try (InputStream stream = body.contentStreamProvider().newStream()) {
      byte[] bytes = stream.readAllBytes();
      if (bytes.length > 0) {
        bytes[bytes.length / 2] ^= 1;
      }
      return RequestBody.fromBytes(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static S3Client intercepted(S3Store server, UnaryOperator<SdkHttpRequest> change)
      throws SinkException {
    return S3Connection.builder(config(server))
        .overrideConfiguration(
            override ->
                override.addExecutionInterceptor(
                    new ExecutionInterceptor() {
                      @Override
                      public SdkHttpRequest modifyHttpRequest(
                          Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
                        return change.apply(context.httpRequest());
                      }
                    }))
        .build();
  }

  static ObjectStore open(S3Store server) throws SinkException {
    return ObjectStores.open(config(server));
  }
}
