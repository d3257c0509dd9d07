package dev.landfall.sdk.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rule that nothing can break checks nothing: each is shown a class that breaks it. */
final class HouseRulesTest {
  @ParameterizedTest
  @ValueSource(
      classes = {WallClock.class, WallClockByReference.class, Chance.class, Unseeded.class})
  void seesTimeAndChance(Class<?> offender) {
    assertBroken(HouseRules.TIME_AND_CHANCE_ARE_INJECTED, offender);
  }

  @Test
  void takesASeed() {
    assertKept(HouseRules.TIME_AND_CHANCE_ARE_INJECTED, Seeded.class);
  }

  @Test
  void seesAnOpenClass() {
    assertBroken(HouseRules.CLASSES_ARE_CLOSED, Open.class);
    assertKept(HouseRules.CLASSES_ARE_CLOSED, Closed.class);
  }

  @Test
  void seesAnEmptyName() {
    assertBroken(HouseRules.NAMES_SAY_WHAT_IT_IS, OpenImpl.class);
  }

  @Test
  void seesAFlag() {
    assertBroken(HouseRules.NO_BOOLEAN_PARAMETERS, Flag.class);
    assertKept(HouseRules.NO_BOOLEAN_PARAMETERS, Wrapped.class);
  }

  @Test
  void seesAPackageThatIsNotMarked() {
    assertBroken(HouseRules.PACKAGES_ARE_NULL_MARKED, HouseRulesTest.class);
  }

  @Test
  void refusesAPackageThatIsNotThere() {
    assertThatThrownBy(() -> HouseRules.check("dev.landfall.nowhere"))
        .hasMessageContaining("no class is there");
  }

  private static void assertBroken(ArchRule rule, Class<?> offender) {
    assertThat(rule.evaluate(new ClassFileImporter().importClasses(offender)).hasViolation())
        .isTrue();
  }

  private static void assertKept(ArchRule rule, Class<?> model) {
    assertThat(rule.evaluate(new ClassFileImporter().importClasses(model)).hasViolation())
        .isFalse();
  }

  static final class WallClock {
    long millis() {
      return System.currentTimeMillis();
    }
  }

  static final class WallClockByReference {
    Supplier<Instant> clock() {
      return Instant::now;
    }
  }

  static final class Chance {
    String name() {
      return UUID.randomUUID().toString();
    }
  }

  static final class Unseeded {
    int next() {
      return new Random().nextInt();
    }
  }

  static final class Seeded {
    int next(long seed) {
      return new Random(seed).nextInt();
    }
  }

  static class Open {}

  static final class OpenImpl {}

  sealed interface Shape permits Closed {}

  record Closed() implements Shape {}

  static final class Flag {
    void flush(boolean hard) {
      assertThat(hard).isTrue();
    }
  }

  record Wrapped(boolean value) {
    static Wrapped of(boolean value) {
      return new Wrapped(value);
    }
  }
}
