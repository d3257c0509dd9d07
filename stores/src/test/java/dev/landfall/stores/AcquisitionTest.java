package dev.landfall.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An endpoint that the user gave is used, and nothing is started. */
final class AcquisitionTest {
  @TempDir Path state;

  @AfterEach
  void clear() {
    System.clearProperty("landfall.state");
    System.clearProperty("landfall.mysql.url");
    System.clearProperty("landfall.mysql.user");
    System.clearProperty("landfall.redis.cluster.nodes");
  }

  @Test
  void usesTheGivenEndpointAndStartsNothing() {
    System.setProperty("landfall.state", state.toString());
    System.setProperty("landfall.mysql.url", "jdbc:mysql://db.example:3307/orders?a=b");
    System.setProperty("landfall.mysql.user", "someone");

    try (SqlStore mysql = Stores.mysql().start()) {
      assertThat(mysql.origin()).isEqualTo(StoreOrigin.GIVEN);
      assertThat(mysql.jdbcUrl()).isEqualTo("jdbc:mysql://db.example:3307/orders?a=b");
      assertThat(mysql.user()).isEqualTo("someone");
      assertThat(mysql.endpoint()).isEqualTo(new Endpoint("db.example", 3307));
      assertThat(mysql.jdbcUrlVia(new Endpoint("127.0.0.1", 9)))
          .isEqualTo("jdbc:mysql://127.0.0.1:9/orders?a=b");
      assertThat(mysql.jdbcUrlOf("other")).isEqualTo("jdbc:mysql://db.example:3307/other?a=b");
      assertThat(mysql.servers().controllable()).isFalse();
      assertThatThrownBy(mysql::kill)
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("LANDFALL_MYSQL_URL")
          .hasMessageContaining("own()");
    }
    assertThat(state.resolve("runs")).doesNotExist();
  }

  @Test
  void readsTheNodesOfAGivenCluster() {
    System.setProperty("landfall.redis.cluster.nodes", "a:1, b:2,c");

    assertThat(Stores.redisCluster().start().nodes())
        .containsExactly(new Endpoint("a", 1), new Endpoint("b", 2), new Endpoint("c", 6379));
  }
}
