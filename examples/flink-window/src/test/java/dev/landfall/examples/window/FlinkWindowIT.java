package dev.landfall.examples.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.stores.junit.RealStores;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The example, shorter than as a person runs it. */
@RealStores
@Timeout(value = 300, unit = TimeUnit.SECONDS)
final class FlinkWindowIT {
  @Test
  void everyWindowIsThereOnce() throws Exception {
    Comparison result = FlinkWindow.run(24_000, System.out);

    assertThat(result.isExact()).as(result.toString()).isTrue();
    assertThat(result.expected()).isEqualTo(960);
  }
}
