package dev.landfall.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Claimed ports are free, distinct and out of the kernel's way. */
final class PortsTest {
  private static final int MANY = 200;

  @Test
  void claimsDistinctBindablePorts() {
    try (Ports first = new Ports();
        Ports second = new Ports()) {
      Set<Integer> claimed = new HashSet<>();
      for (int i = 0; i < MANY; i++) {
        claimed.add(first.claim());
        claimed.add(second.claim());
      }

      assertThat(claimed).hasSize(2 * MANY).allMatch(Ports::bindable);
    }
  }
}
