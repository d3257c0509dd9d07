package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XaErrorsTest {
  private static final Dialect POSTGRES = new PostgresDialect();

  private static XAException refused(String state) {
    XAException error = new XAException(XAException.XAER_RMERR);
    error.initCause(new SQLException("no", state));
    return error;
  }

  /** The driver of PostgreSQL says XAER_RMERR when its connection breaks while it lists. */
  @ParameterizedTest
  @ValueSource(strings = {"08006", "08003", "57P01"})
  void aConnectionThatBroke_isNoRefusal(String state) {
    assertThat(XaErrors.isUnavailable(refused(state), POSTGRES)).isTrue();
  }

  @Test
  void aRightThatIsMissing_isARefusal() {
    assertThat(XaErrors.isUnavailable(refused("42501"), POSTGRES)).isFalse();
    assertThat(XaErrors.isUnavailable(new XAException(XAException.XAER_RMERR), POSTGRES)).isFalse();
  }

  @Test
  void aSessionThatIsGone_isNoRefusal() {
    assertThat(XaErrors.isUnavailable(new XAException(XAException.XAER_RMFAIL), POSTGRES)).isTrue();
  }
}
