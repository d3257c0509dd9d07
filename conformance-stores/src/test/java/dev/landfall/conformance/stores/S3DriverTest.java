package dev.landfall.conformance.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the sink is told; nobody is connected to. */
final class S3DriverTest {
  private static final InetSocketAddress PROXY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 7);

  private static Map<String, Object> store(Map<String, Object> more) {
    Map<String, Object> store = new HashMap<>(more);
    store.put("endpoint", "http://127.0.0.1:9000");
    store.put("bucket", "b");
    store.put("access-key", "open");
    store.put("secret-key", "sesame");
    return store;
  }

  private static S3Driver driver(Map<String, Object> more) {
    return S3Driver.open(Map.of("type", "s3-wal", "store", store(more)));
  }

  @Test
  void whatElseTheUserSaysOfTheBucket_isTheSinksAsWell_andTheEndpointIsTheProxy() {
    try (S3Driver driver = driver(Map.of("attempts", 1, "part-size", "5MiB"))) {
      assertThat(driver.sinkAt(PROXY, "q1/").get("store"))
          .isEqualTo(
              Map.of(
                  "endpoint", "http://127.0.0.1:7",
                  "bucket", "b",
                  "region", "us-east-1",
                  "access-key", "${env:LANDFALL_CONFORMANCE_ACCESS_KEY}",
                  "secret-key", "${env:LANDFALL_CONFORMANCE_SECRET_KEY}",
                  "request-timeout", "2s",
                  "attempts", 1,
                  "part-size", "5MiB"));
    }
  }

  @Test
  void aSessionToken_isAReference_andStandsBesideTheSection() {
    try (S3Driver driver = driver(Map.of("session-token", "for a day"))) {
      assertThat(driver.sinkAt(PROXY, "q1/").toString())
          .contains("session-token=${env:LANDFALL_CONFORMANCE_SESSION_TOKEN}")
          .doesNotContain("for a day");
      assertThat(driver.secrets()).containsEntry("LANDFALL_CONFORMANCE_SESSION_TOKEN", "for a day");
    }
  }

  @Test
  void aBucketInTheHostsName_isRefusedByItsKey() {
    assertThatThrownBy(() -> driver(Map.of("addressing", "virtual")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'addressing' in the sink's section 'store' is not path");
  }
}
