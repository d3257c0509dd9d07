package dev.landfall.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.memory.MemorySubjects;
import dev.landfall.conformance.model.Phase;
import dev.landfall.conformance.replay.Token;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** In which row of the fault matrix a start stands, and what is written there. */
final class StartPhaseTest {
  private static List<Point> points(String token) {
    Subject subject = MemorySubjects.twoPhase("reference-2pc", Set.of());
    return Run.of(subject, Token.parse(token).plan()).points();
  }

  private static Set<Phase> phases(List<Point> points, String label) {
    return points.stream()
        .filter(point -> point.at().event().startsWith(label + "."))
        .map(Point::phase)
        .collect(Collectors.toSet());
  }

  @Test
  void theFirstStartOpens_andLaterOnesRecoverOrRescale() {
    List<Point> points = points("reference-2pc;P9;seed=1;K1@C1.notify");

    assertThat(phases(points, "S1")).contains(Phase.OPEN).doesNotContain(Phase.RECOVER);
    assertThat(phases(points, "R1")).contains(Phase.RECOVER).doesNotContain(Phase.RESCALE);
    assertThat(phases(points, "S2")).contains(Phase.RESCALE).doesNotContain(Phase.RECOVER);
  }

  @Test
  void aFirstStartThatCrashed_isRecoveredFromWhenItIsMadeAgain() {
    List<Point> points = points("reference-2pc;P0;seed=1;K1@S1.start");

    assertThat(phases(points, "S1")).contains(Phase.OPEN, Phase.RECOVER);
  }

  @Test
  void behindTheFirstRecordOfAStep_isOnePlaceOfTheHost() {
    List<Point> points = points("reference-2pc;P0;seed=1");

    assertThat(points)
        .filteredOn(point -> point.phase() == Phase.WRITE && !point.at().isOperation())
        .extracting(point -> point.at().toString())
        .containsExactly("C1.write", "C2.write", "C3.write", "C4.write");
  }
}
