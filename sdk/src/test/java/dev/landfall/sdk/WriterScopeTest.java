package dev.landfall.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which writers two scopes have in common. */
final class WriterScopeTest {
  private static final SinkId SINK = new SinkId("p", "s");

  @ParameterizedTest
  @CsvSource({"0,1, 3,4", "1,2, 1,4", "1,2, 3,4", "2,4, 2,4"})
  void HO_9_aWiderScopeContainsANarrowerOne(int s, int p, int otherS, int otherP) {
    assertThat(scope(s, p).contains(scope(otherS, otherP))).isTrue();
    assertThat(scope(s, p).overlaps(scope(otherS, otherP))).isTrue();
    assertThat(scope(otherS, otherP).overlaps(scope(s, p))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"0,2, 1,2", "1,4, 3,4", "0,2, 3,4"})
  void HO_9_disjointScopes_haveNoWriterInCommon(int s, int p, int otherS, int otherP) {
    assertThat(scope(s, p).contains(scope(otherS, otherP))).isFalse();
    assertThat(scope(s, p).overlaps(scope(otherS, otherP))).isFalse();
  }

  @Test
  void HO_9_scopesMayOverlap_andNoneContainTheOther() {
    // Subtask 8, for one.
    assertThat(scope(0, 4).overlaps(scope(2, 6))).isTrue();
    assertThat(scope(0, 4).contains(scope(2, 6))).isFalse();
    assertThat(scope(2, 6).contains(scope(0, 4))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"3, 1,2, true", "3, 3,4, true", "3, 1,4, false", "3, 0,1, true"})
  void HO_9_theScopeOfOneWriter_holdsThatOneAlone(int subtask, int s, int p, boolean shared) {
    WriterScope one = WriterScope.of(SINK.writer(subtask));
    assertThat(scope(s, p).contains(one)).isEqualTo(shared);
    assertThat(scope(s, p).overlaps(one)).isEqualTo(shared);
    assertThat(one.overlaps(scope(s, p))).isEqualTo(shared);
    assertThat(one.contains(scope(s, p))).isFalse();
  }

  private static WriterScope scope(int subtask, int parallelism) {
    return new WriterScope(SINK, subtask, parallelism);
  }
}
