package dev.landfall.conformance.stores;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.conformance.wire.StoreDrivers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OwnSinksTest {
  @ParameterizedTest
  @CsvSource({
    "redis, mysql",
    "jdbc, redis",
    "kafka, s3",
    "s3-wal, kafka",
    "jdbc, redis-cluster",
    "redis, postgres",
    "s3-wal, mariadb"
  })
  void aSinkThatDoesNotWriteToTheStore_isRefusedBeforeTheStoreIsReached(
      String type, String dialect) {
    assertThatThrownBy(() -> StoreDrivers.open(dialect, Map.of("type", type), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'store.dialect' is '" + dialect + "'")
        .hasMessageContaining("'sink.type' is '" + type + "', which does not write there");
  }

  @Test
  void aSinkOfSomebodyElses_mayWriteAnywhere() {
    assertThatCode(() -> OwnSinks.requireFit(Map.of("type", "mine"), "mysql"))
        .doesNotThrowAnyException();
  }

  @Test
  void aSinkOnItsOwnStore_fits() {
    assertThatCode(() -> OwnSinks.requireFit(Map.of("type", "redis"), "redis-cluster"))
        .doesNotThrowAnyException();
  }
}
