package dev.landfall.sink.redis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.landfall.sdk.architecture.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final String SINK = "dev.landfall.sink.redis";

  @Test
  void houseRules_hold() {
    HouseRules.check(SINK);
  }

  @Test
  void knowsNoHost() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.landfall.sdk.host..", "dev.landfall.runner..")
        .check(HouseRules.mainClasses(SINK));
  }
}
