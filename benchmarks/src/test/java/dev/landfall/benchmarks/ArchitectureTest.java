package dev.landfall.benchmarks;

import dev.landfall.sdk.architecture.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void houseRules_hold() {
    HouseRules.check("dev.landfall.benchmarks");
  }
}
