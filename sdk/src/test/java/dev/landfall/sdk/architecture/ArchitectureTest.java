package dev.landfall.sdk.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import org.junit.jupiter.api.Test;

final class ArchitectureTest {
  private static final String SDK = "dev.landfall.sdk";

  private final JavaClasses main = HouseRules.mainClasses(SDK);

  @Test
  void keepsTheRulesOfTheHouse() {
    HouseRules.check(SDK);
  }

  @Test
  void bringsNothingButSlf4jAndAnnotations() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", SDK + "..", "org.slf4j..", "org.jspecify..")
        .because("every dependency of the sdk would be one of each connector")
        .check(main);
  }

  @Test
  void recordsKnowNothingElse() {
    classes()
        .that()
        .resideInAPackage(SDK + ".record")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", SDK + ".record", "org.jspecify..")
        .check(main);
  }

  @Test
  void contractsDoNotKnowTheirHosts() {
    noClasses()
        .that()
        .resideOutsideOfPackage(SDK + ".host")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(SDK + ".host")
        .because("authors never see the drivers")
        .check(main);
  }
}
