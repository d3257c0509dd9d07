package dev.landfall.runner.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.record.Value;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No number loses anything on its way from text. */
final class NumberTextTest {
  @ParameterizedTest
  @CsvSource({
    "0, LONG",
    "-17, LONG",
    "9223372036854775807, LONG",
    "-9223372036854775808, LONG",
    "9223372036854775808, DECIMAL",
    "39.81, DOUBLE",
    "-118.6671667, DOUBLE",
    "1e3, DOUBLE",
    "1.5E-7, DOUBLE",
    "0.30000000000000004, DOUBLE",
    "1.7976931348623157e308, DOUBLE",
    "4.9e-324, DOUBLE",
    "12345678901234.567, DECIMAL",
    "0.12345678901234567890123, DECIMAL",
    "1e400, DECIMAL",
    "1e-400, DECIMAL",
    "9007199254740993.0, DECIMAL",
    "0.5000000000000000000000000, DOUBLE"
  })
  void number_hasTheSmallestTypeThatLosesNothing(String text, Value.Kind kind) throws Exception {
    assertThat(NumberText.number(text).kind()).isEqualTo(kind);
    assertThat(exact(NumberText.number(text), text)).isEqualByComparingTo(new BigDecimal(text));
  }

  @Test
  void number_ofADoubleIn17Digits_isThatDouble() throws Exception {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (!Double.isNaN(value) && !Double.isInfinite(value)) {
        BigDecimal text = new BigDecimal(value).round(new MathContext(17));
        assertThat(NumberText.number(text.unscaledValue() + "e" + -text.scale()))
            .isEqualTo(Value.of(value));
      }
    }
  }

  @Test
  void number_ofRandomDecimals_losesNothing() throws Exception {
    Random random = new Random(2);
    for (int i = 0; i < 20_000; i++) {
      String digits = Long.toString(random.nextLong() >> random.nextInt(60));
      String text = digits + "." + random.nextInt(1_000_000);

      Value value = NumberText.number(text);

      assertThat(exact(value, text)).isEqualByComparingTo(new BigDecimal(text));
      if (value instanceof Value.OfDouble binary) {
        assertThat(binary.value()).isEqualTo(Double.parseDouble(text));
      }
    }
  }

  @Test
  void number_negativeZero_keepsItsSign() throws Exception {
    assertThat(NumberText.number("-0.0")).isEqualTo(Value.of(-0.0));
  }

  @ParameterizedTest
  @CsvSource({"1e6145", "1e-7000", "1e2147483647", "1e99999999999", "1.x", "-", ".", "1.2.3"})
  void number_withoutBoundOrSense_isRefused(String text) {
    assertThatThrownBy(() -> NumberText.fraction(text.toCharArray(), 0, text.length()))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("'" + text + "', expected");
  }

  @Test
  void number_ofAThousandDigits_isRefused() {
    assertThatThrownBy(() -> NumberText.number("1".repeat(1001)))
        .hasMessage("1001 characters, expected a number of at most 1000");
  }

  @Test
  void asDouble_ofMoreThan17Digits_isRefused() {
    assertThatThrownBy(
            () -> NumberText.asDouble(Value.of(new BigDecimal("0.123456789012345678")), "x"))
        .hasMessageContaining("expected a double of at most 17 digits");
    assertThatThrownBy(() -> NumberText.asDouble(Value.of(9_007_199_254_740_993_123L), "x"))
        .isInstanceOf(MalformedRecordException.class);
  }

  /** The double's own text of so many digits, or the number itself. */
  private static BigDecimal exact(Value value, String text) {
    if (value instanceof Value.OfDouble binary) {
      int digits = Math.max(1, new BigDecimal(text).stripTrailingZeros().precision());
      return new BigDecimal(binary.value()).round(new MathContext(digits));
    }
    return new BigDecimal(value.toString());
  }
}
