package dev.landfall.conformance.grade;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The suite is graded before it judges anyone: the build fails when it is wrong about a sink. */
class GradeTest {
  @Test
  void quickGrade_catchesEveryBrokenSinkAndBlamesNoHonestOne() throws Exception {
    require(Grade.quick(progress -> {}));
  }

  @Test
  @Tag("full")
  void fullGrade_catchesEveryBrokenSinkAndBlamesNoHonestOne() throws Exception {
    require(Grade.full(progress -> {}));
  }

  private static void require(GradeReport report) throws Exception {
    Files.createDirectories(Path.of("target"));
    Files.writeString(Path.of("target", "grade.md"), report.markdown());
    System.out.print(report.summary());

    assertThat(report.problems()).isEmpty();
    assertThat(report.markdown())
        .contains("42 of 42", "6 of 6", "40 of 40", "8 of 8", "3 of 3", "unproven: 0 of 50")
        // Beside the cells that no schedule reaches: a change of parallelism is not among them.
        .doesNotContain("rescale K");
  }
}
