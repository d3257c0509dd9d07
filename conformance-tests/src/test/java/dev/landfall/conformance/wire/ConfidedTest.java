package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfidedTest {
  @Test
  void SI_9_aSecret_isFoundInAText() {
    Confided confided = Confided.of(List.of("s3same-open-up"));

    assertThat(confided.canBeFound()).isTrue();
    assertThat(confided.isToldBy("as me/s3same-open-up at")).isTrue();
    assertThat(confided.isToldBy("as me/*** at")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "root", "landfall", "12345678", "a1"})
  void whatCouldBeAnyWord_isNotLookedFor(String secret) {
    Confided confided = Confided.of(List.of(secret));

    assertThat(confided.canBeFound()).isFalse();
    assertThat(confided.isToldBy("say " + secret)).isFalse();
  }

  @Test
  void whatIsShown_holdsNeitherASecret_norTheRestOfALongerOne() {
    Confided confided = Confided.of(List.of("open", "open sesame", "two\nlines"));

    assertThat(confided.masked("'open sesame' or 'open', two of these lines, a two"))
        .isEqualTo("'***' or '***', two of these ***, a two");
  }

  @Test
  void more_standBesideTheRest() {
    assertThat(Confided.of(List.of("first")).and(List.of("second")).masked("first second"))
        .isEqualTo("*** ***");
  }
}
