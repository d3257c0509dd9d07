package dev.landfall.flink;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.landfall.sdk.architecture.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private final JavaClasses adapter = HouseRules.mainClasses("dev.landfall.flink");

  @Test
  void keepsTheRulesOfTheHouse() {
    // Flink's SinkWriter.flush takes a flag.
    JavaClasses ours = adapter.that(DescribedPredicate.not(assignableTo(FlinkWriter.class)));
    for (ArchRule rule : HouseRules.all()) {
      rule.check(rule == HouseRules.NO_BOOLEAN_PARAMETERS ? ours : adapter);
    }
  }

  @Test
  void knowsNoConnector() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.landfall.sink..", "dev.landfall.runner..")
        .check(adapter);
  }
}
