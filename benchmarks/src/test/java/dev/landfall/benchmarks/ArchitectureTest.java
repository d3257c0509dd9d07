package dev.landfall.benchmarks;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.landfall.sdk.architecture.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  /** Without what JMH generates, and the classes that it wants open for that. */
  @Test
  void houseRules_hold() {
    JavaClasses ours =
        HouseRules.mainClasses("dev.landfall.benchmarks")
            .that(not(resideInAPackage("dev.landfall.benchmarks.jmh..")));

    HouseRules.all().forEach(rule -> rule.check(ours));
  }
}
