package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.Secret;
import dev.landfall.stores.S3Store;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
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
    return S3Connection.builder(config(server))
        .overrideConfiguration(
            override ->
                override.addExecutionInterceptor(
                    new ExecutionInterceptor() {
                      @Override
                      public SdkHttpRequest modifyHttpRequest(
                          Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
                        return context.httpRequest().toBuilder()
                            .removeHeader("If-None-Match")
                            .build();
                      }
                    }))
        .build();
  }

  static ObjectStore open(S3Store server) throws SinkException {
    return ObjectStores.open(config(server));
  }
}
