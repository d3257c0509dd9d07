package dev.landfall.sink.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.landfall.sdk.architecture.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final String SINK = "dev.landfall.sink.jdbc";

  @Test
  void keepsTheRulesOfTheHouse() {
    HouseRules.check(SINK);
  }

  @Test
  void knowsNoHostAndNoDriver() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.landfall.sdk.host..",
            "dev.landfall.runner..",
            "com.mysql..",
            "org.mariadb..",
            "org.postgresql..",
            "org.h2..")
        .check(HouseRules.mainClasses(SINK));
  }
}
