package dev.landfall.conformance.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SqlAddressTest {
  private static final InetSocketAddress PROXY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 7);

  private static String proxied(SqlDialect dialect, String url) {
    return SqlAddress.of(dialect, url).at(PROXY);
  }

  @Test
  void parametersOfTheUser_stay_andNoConnectionIsEncrypted() {
    assertThat(
            proxied(
                SqlDialect.POSTGRES,
                "jdbc:postgresql://127.0.0.1/d?currentSchema=s&sslmode=disable"))
        .isEqualTo("jdbc:postgresql://127.0.0.1:7/d?sslmode=disable&currentSchema=s");
    assertThat(
            proxied(
                SqlDialect.MYSQL, "jdbc:mysql://127.0.0.1:1/d?allowPublicKeyRetrieval=false&a=b"))
        .isEqualTo("jdbc:mysql://127.0.0.1:7/d?sslMode=DISABLED&allowPublicKeyRetrieval=false&a=b");
  }

  @Test
  void withoutAPort_itIsTheUsualOne() {
    assertThat(SqlAddress.of(SqlDialect.POSTGRES, "jdbc:postgresql://127.0.0.1/d").server())
        .hasToString("/127.0.0.1:5432");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sslMode=VERIFY_IDENTITY",
        "useSSL=true",
        "sslmode=require",
        "trustCertificateKeyStoreUrl=file:x",
        "serverSslCert=x",
        "enabledTLSProtocols=TLSv1.3"
      })
  void aParameterOfTls_isRefusedByName_withoutItsValue(String parameter) {
    String[] parts = parameter.split("=", -1);

    assertThatThrownBy(() -> proxied(SqlDialect.MYSQL, "jdbc:mysql://127.0.0.1/d?" + parameter))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "the parameter '" + parts[0] + "', expected a connection in the clear")
        .hasMessageNotContaining(parameter);
  }

  @Test
  void aHostThatNobodyKnows_isNamed() {
    assertThatThrownBy(() -> proxied(SqlDialect.MYSQL, "jdbc:mysql://no-such-host.invalid/d"))
        .hasMessageContaining("the host 'no-such-host.invalid' in 'url' cannot be resolved");
  }

  @Test
  void whatIsNoAddress_isToldSo() {
    assertThatThrownBy(() -> proxied(SqlDialect.MYSQL, "jdbc:mysql:loadbalance://a,b/d"))
        .hasMessageContaining("expected jdbc:mysql://HOST:PORT/DATABASE");
  }

  @Test
  void anAddressOfAnotherKindOfServer_isToldSo() {
    assertThatThrownBy(() -> proxied(SqlDialect.MYSQL, "jdbc:postgresql://127.0.0.1/d"))
        .hasMessageContaining("as mysql: 'url' begins with 'jdbc:postgresql:'")
        .hasMessageContaining("'store.dialect'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://127.0.0.1/d?password=sesame",
        "jdbc:mysql://127.0.0.1/d?a=b&user=me&password=sesame",
        "jdbc:mysql://me:sesame@127.0.0.1/d",
        "jdbc:mysql://127.0.0.1/me:sesame@d"
      })
  void aLoginInTheAddress_isRefused_andNotShown(String url) {
    assertThatThrownBy(() -> proxied(SqlDialect.MYSQL, url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Cannot use 'url': it has ")
        .hasMessageContaining("user: ${env:NAME} and password: ${env:NAME}")
        .hasMessageNotContaining("sesame");
  }
}
