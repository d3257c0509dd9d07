package dev.landfall.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.stores.junit.RealStores;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.KeyStore;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Conditional writes and TLS of the S3 server. */
@RealStores
final class S3StoreIT {
  @Test
  void honoursConditionsOverTls() throws Exception {
    try (S3Store s3 = Stores.s3().tls().own().start()) {
      TrustManagerFactory managers = trusting(s3.trust().orElseThrow());
      try (S3Client client =
          Scenario.client(
              s3,
              s3.tlsEndpointUri().orElseThrow(),
              UrlConnectionHttpClient.builder()
                  .tlsTrustManagersProvider(managers::getTrustManagers))) {
        put(client, s3, "first");

        assertThatThrownBy(() -> put(client, s3, "second"))
            .isInstanceOfSatisfying(
                S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(412));
        assertThat(client.getObjectAsBytes(get -> get.bucket(s3.bucket()).key("k")).asUtf8String())
            .isEqualTo("first");
      }
    }
  }

  private static void put(S3Client client, S3Store s3, String value) {
    client.putObject(
        put -> put.bucket(s3.bucket()).key("k").ifNoneMatch("*"), RequestBody.fromString(value));
  }

  private static TrustManagerFactory trusting(Store.Trust trust) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(trust.trustStore())) {
      store.load(in, trust.trustStorePassword().toCharArray());
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    return managers;
  }
}
