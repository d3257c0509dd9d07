package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.StoreUnavailableException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that is stopped: its system accepts, and nobody answers. */
class SilentServerTest {
  @ParameterizedTest
  @ValueSource(strings = {"mysql", "mariadb", "postgresql"})
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void connectForTheSecondPhaseIsBounded(String driver) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = "jdbc:" + driver + "://127.0.0.1:" + silent.getLocalPort() + "/x";
      JdbcConfiguration configuration =
          JdbcSettings.of(url, "t")
              .user("u", "secret")
              .mode(JdbcMode.XA)
              .connectTimeout(Duration.ofSeconds(1))
              .build();
      try (Database database =
              new Database(
                  configuration,
                  JdbcSettings.context(Names.sink()),
                  Dialects.of(url).orElseThrow());
          XaLink link = new XaLink(database)) {
        assertThatThrownBy(link::prepared)
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("no answer in time");
      }
    }
  }
}
