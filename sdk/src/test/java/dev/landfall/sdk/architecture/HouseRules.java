package dev.landfall.sdk.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.landfall.sdk.HostTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

/**
 * The rules of the house style that a machine can check, for every module: {@code
 * HouseRules.check("dev.landfall.sink.kafka")} in a test. Stateless, thread-safe.
 */
public final class HouseRules {
  /** Time comes from a {@link HostTime} (SI-4), chance from a seed. */
  public static final ArchRule TIME_AND_CHANCE_ARE_INJECTED =
      noClasses()
          .that()
          .areNotAssignableTo(HostTime.class)
          .should()
          .accessTargetWhere(
              DescribedPredicate.describe(
                  "the target is a clock, a sleep or a source of chance",
                  HouseRules::isTimeOrChance))
          .because("a crash suite that cannot own time and chance cannot repeat a failure");

  /** Formats on disk are drawn in a comment and versioned. */
  public static final ArchRule NO_JAVA_SERIALISATION =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveNameMatching("java\\.io\\.Object(In|Out)putStream")
          .because("durable bytes have a magic, a version, a length and a checksum");

  /** Inheritance is closed: by {@code final}, by {@code sealed}, or there is none. */
  public static final ArchRule CLASSES_ARE_CLOSED =
      classes()
          .that()
          .areNotInterfaces()
          .and()
          .areNotAnonymousClasses()
          .should(beClosed())
          .because("behaviour is composed, never inherited");

  public static final ArchRule NAMES_SAY_WHAT_IT_IS =
      noClasses()
          .should()
          .haveNameMatching(".*(Impl|Manager|Helper|Utils?|Base)")
          .because("such a name says nothing about the job of the class");

  public static final ArchRule NO_BOOLEAN_PARAMETERS =
      methods()
          .that()
          .areNotPrivate()
          .should(takeNoFlag())
          .because("nobody can tell at the call what 'true' asks for");

  public static final ArchRule PACKAGES_ARE_NULL_MARKED =
      classes()
          .should(liveInANullMarkedPackage())
          .because("null is checked at compile time in marked packages only");

  private static final Set<String> WALL_CLOCKS =
      Set.of(
          "java.lang.Thread.sleep",
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.util.concurrent.TimeUnit.sleep",
          "java.util.UUID.randomUUID",
          "java.lang.Math.random",
          "java.util.concurrent.ThreadLocalRandom.current",
          "java.util.Date.<init>",
          "java.security.SecureRandom.<init>");

  private HouseRules() {}

  public static List<ArchRule> all() {
    return List.of(
        TIME_AND_CHANCE_ARE_INJECTED,
        NO_JAVA_SERIALISATION,
        CLASSES_ARE_CLOSED,
        NAMES_SAY_WHAT_IT_IS,
        NO_BOOLEAN_PARAMETERS,
        PACKAGES_ARE_NULL_MARKED);
  }

  /** Checks all rules on the main classes in the package and below. */
  public static void check(String rootPackage) {
    JavaClasses main = mainClasses(rootPackage);
    if (main.isEmpty()) {
      throw new AssertionError("Cannot check '" + rootPackage + "': no class is there");
    }
    all().forEach(rule -> rule.check(main));
  }

  public static JavaClasses mainClasses(String rootPackage) {
    return new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages(rootPackage);
  }

  private static boolean isTimeOrChance(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getTarget().getName();
    return WALL_CLOCKS.contains(owner + "." + name)
        || (owner.startsWith("java.time.") && name.equals("now"))
        || (owner.equals("java.time.Clock") && name.startsWith("system"))
        || (owner.equals("java.util.Random")
            && name.equals("<init>")
            && access.getTarget().getFullName().endsWith("()"));
  }

  private static ArchCondition<JavaClass> beClosed() {
    return new ArchCondition<>("be final, sealed, or an exception with subclasses") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean closed =
            type.getModifiers().contains(JavaModifier.FINAL)
                || type.reflect().isSealed()
                || (type.isAssignableTo(Throwable.class) && !type.getSubclasses().isEmpty())
                || type.isEnum();
        events.add(
            new SimpleConditionEvent(type, closed, type.getName() + " can be extended by anyone"));
      }
    };
  }

  private static ArchCondition<JavaMethod> takeNoFlag() {
    return new ArchCondition<>("take no boolean, unless it is the value itself") {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        // A factory of one argument wraps a value; a lambda's body is no method of ours.
        boolean value = method.getName().equals("of") && method.getRawParameterTypes().size() == 1;
        boolean generated = method.getModifiers().contains(JavaModifier.SYNTHETIC);
        boolean flag =
            method.getRawParameterTypes().stream()
                .anyMatch(type -> type.isEquivalentTo(boolean.class));
        events.add(
            new SimpleConditionEvent(
                method, value || generated || !flag, method.getFullName() + " takes a boolean"));
      }
    };
  }

  private static ArchCondition<JavaClass> liveInANullMarkedPackage() {
    return new ArchCondition<>("live in a package that is @NullMarked") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        events.add(
            new SimpleConditionEvent(
                type,
                type.getPackage().isAnnotatedWith(NullMarked.class),
                type.getPackageName() + " is not @NullMarked"));
      }
    };
  }
}
