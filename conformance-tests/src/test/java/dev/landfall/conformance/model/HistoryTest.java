package dev.landfall.conformance.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.check.Checker;
import dev.landfall.conformance.grade.Grade;
import dev.landfall.conformance.host.Run;
import dev.landfall.conformance.host.Subject;
import dev.landfall.conformance.replay.Token;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HistoryTest {
  static Stream<Subject> references() {
    return Grade.references().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("references")
  void samePlan_givesTheSameHistoryByteForByte(Subject subject) {
    Token token = Token.parse(subject.name() + ";P9;seed=7;K1@C1.barrier");

    String first = Run.of(subject, token.plan()).history().toJsonLines();
    String second = Run.of(subject, token.plan()).history().toJsonLines();

    assertThat(second).isEqualTo(first);
    assertThat(first).contains("\"K1@C1.barrier\"");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("references")
  void savedHistory_isReadBackAndJudgedAlike(Subject subject) {
    Token token = Token.parse(subject.name() + ";P6;seed=1;K1@C2.durable");
    History history = Run.of(subject, token.plan()).history();

    History read = History.read(history.toJsonLines());

    assertThat(read).isEqualTo(history);
    assertThat(Checker.judge(read)).isEqualTo(Checker.judge(history));
  }
}
