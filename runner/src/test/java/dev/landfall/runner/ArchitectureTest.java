package dev.landfall.runner;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.landfall.sdk.architecture.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final String RUNNER = "dev.landfall.runner";

  @Test
  void keepsTheRulesOfTheHouse() {
    HouseRules.check(RUNNER);
  }

  @Test
  void stateKnowsNoPipeline() {
    noClasses()
        .that()
        .resideInAPackage(RUNNER + ".state")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(RUNNER, RUNNER + ".source", RUNNER + ".plugin")
        .check(HouseRules.mainClasses(RUNNER));
  }
}
