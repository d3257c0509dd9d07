package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

final class SpaceNamesTest {
  private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");

  @Test
  void namesDifferByTimeAndByProcess_andHaveOneLength() {
    String name = SpaceNames.unique(NOW, 7);

    assertThat(name).matches("q[0-9a-z]{6}x").isEqualTo(SpaceNames.unique(NOW, 7));
    assertThat(name)
        .isNotEqualTo(SpaceNames.unique(NOW.plusMillis(10), 7))
        .isNotEqualTo(SpaceNames.unique(NOW, 8))
        .isNotEqualTo(SpaceNames.unique(NOW, 7 + 36 * 36 * 36));
    assertThat(SpaceNames.unique(Instant.EPOCH, 0)).isEqualTo("q000000x");
  }
}
