package dev.landfall.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.landfall.sdk.Committer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The arrows between the modules, as far as they meet on the launcher's class path. */
class ModuleBoundariesTest {
  private static final String SINKS = "dev.landfall.sink..";
  private static final String SOURCES = "dev.landfall.source..";
  private static final String RUNNER = "dev.landfall.runner..";
  private static final String CLI = "dev.landfall.cli..";

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar")) // another module's tests
          .importPackages("dev.landfall");

  @Test
  void classPath_holdsWhatIsChecked() {
    for (String part : List.of("sdk", "runner", "cli", "sink.jdbc")) {
      assertThat(ALL.stream().map(one -> one.getPackageName()))
          .anyMatch(name -> name.startsWith("dev.landfall." + part));
    }
  }

  @Test
  void sdk_dependsOnNothingOfOurs() {
    noClasses()
        .that()
        .resideInAPackage("dev.landfall.sdk..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(SINKS, SOURCES, RUNNER, CLI, "dev.landfall.stores..")
        .check(ALL);
  }

  @Test
  void connectors_dependOnNoHost() {
    noClasses()
        .that()
        .resideInAnyPackage(SINKS, SOURCES)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(RUNNER, CLI, "dev.landfall.flink..", "dev.landfall.stores..")
        .check(ALL);
  }

  @Test
  void connectors_dependOnNoOther() {
    slices().matching("dev.landfall.sink.(*)..").should().notDependOnEachOther().check(ALL);
    noClasses()
        .that()
        .resideInAPackage(SINKS)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(SOURCES)
        .check(ALL);
  }

  @Test
  void hosts_knowNoConnector() {
    noClasses()
        .that()
        .resideInAnyPackage(RUNNER, CLI)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(SINKS, SOURCES)
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage(RUNNER)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(CLI)
        .check(ALL);
  }

  @Test
  void timeAndChance_comeFromTheHost() {
    noClasses()
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .callMethod(java.util.UUID.class, "randomUUID")
        .orShould()
        .callConstructor(java.util.Random.class)
        .check(ALL);
  }

  @Test
  void committers_areFinal() {
    classes()
        .that()
        .implement(Committer.class)
        .should()
        .haveModifier(com.tngtech.archunit.core.domain.JavaModifier.FINAL)
        .allowEmptyShould(true)
        .check(ALL);
  }
}
