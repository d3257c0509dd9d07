package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The pool, with H2 behind it. */
class DatabaseTest {
  @Test
  void mistakeOfOurs_leavesNoConnectionInUse() throws Exception {
    JdbcConfiguration configuration =
        JdbcSettings.of("jdbc:h2:mem:" + Names.table(), "t")
            .connectTimeout(Duration.ofSeconds(1))
            .build();
    try (Database database =
        new Database(configuration, JdbcSettings.context(Names.sink()), new H2Dialect())) {
      // More often than there are connections.
      for (int i = 0; i < 100; i++) {
        assertThatThrownBy(
                () ->
                    database.inTransaction(
                        "look",
                        connection -> {
                          throw new IllegalStateException("ours");
                        }))
            .hasMessage("ours");
      }

      assertThat(database.<Integer>inTransaction("look", connection -> 1)).isEqualTo(1);
    }
  }
}
