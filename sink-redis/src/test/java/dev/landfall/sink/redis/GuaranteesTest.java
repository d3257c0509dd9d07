package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is declared, and what is not. */
class GuaranteesTest {
  private static Guarantee of(Object... options) {
    return Guarantees.of(Settings.of(options));
  }

  @Test
  void I_5_lateWritesOfTheDead_areDeclaredInModeSetAlone() {
    Guarantee set = of("url", "redis://localhost");
    Guarantee monotonic = of("url", "redis://localhost", "mode", "monotonic");

    assertThat(set.declared())
        .containsKeys(
            Weakness.OLDER_VALUE_SEEN,
            Weakness.OLDER_VALUE_STAYS,
            Weakness.EFFECT_OF_OLD_INSTANCE,
            Weakness.VISIBLE_BEFORE_DURABLE);
    assertThat(monotonic.declared())
        .containsOnlyKeys(
            Weakness.VISIBLE_BEFORE_DURABLE,
            Weakness.PARTLY_VISIBLE_ACROSS_WRITERS,
            Weakness.PARTLY_VISIBLE_WITHIN_WRITER);
    assertThat(monotonic.declared().get(Weakness.VISIBLE_BEFORE_DURABLE))
        .contains("wakes up can write what its successor is about to replay");
  }

  @Test
  void whatAFailOverLoses_isDeclared_withTheWaitAndWithout() {
    Guarantee alone = of("url", "redis://localhost");
    Guarantee waiting =
        of("nodes", java.util.List.of("localhost:1"), "durability", Map.of("replicas", 1));

    assertThat(alone.conditions())
        .anyMatch(one -> one.contains("a fail-over to a replica loses what replication had not"));
    assertThat(waiting.conditions())
        .anyMatch(one -> one.contains("one of the 1 replicas that have the writes at each barrier"))
        .anyMatch(one -> one.contains("Redis may promote another one, which loses them"));
  }
}
