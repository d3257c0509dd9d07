package dev.landfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

final class WireRunTest {
  @Test
  void aReason_isNeverNull() {
    assertThat(WireRun.reason(new TimeoutException())).isEqualTo("TimeoutException");
    assertThat(WireRun.reason(new IllegalStateException(null, new ExecutionException("x", null))))
        .isEqualTo("x");
  }
}
