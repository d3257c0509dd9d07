package dev.landfall.conformance.check;

import static dev.landfall.conformance.model.Access.PUT;
import static dev.landfall.conformance.model.Access.READ;
import static dev.landfall.conformance.model.Access.STAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Violation;
import org.junit.jupiter.api.Test;

/** Names that hold neither clock nor chance are the same in two runs of one schedule (SI-4). */
class NamesTest {
  private static Story run(String... names) {
    Story story = Story.rows().runs(1, 0);
    for (String name : names) {
      story.does(1, PUT, name);
    }
    return story;
  }

  @Test
  void SI_4_nameOfOneRunOnly_isToldWithTheFirstThatStandsInItsPlace() {
    assertThat(Names.compare(run("a", "c", "b").history(), run("a", "e", "d").history()))
        .map(Violation::toString)
        .hasValue(
            "SI-4 the protocol was broken: the same schedule names b in one run and [d] in another:"
                + " a name holds a clock, an instance or chance");
  }

  @Test
  void SI_4_nameOfOneRunOnly_andNothingInItsPlace() {
    assertThat(Names.compare(run("a", "b").history(), run("a").history()))
        .map(Violation::message)
        .hasValueSatisfying(
            message ->
                assertThat(message).startsWith("the same schedule names b in one run and [] in"));
  }

  @Test
  void SI_4_sameNames_inAnotherOrder() {
    assertThat(Names.compare(run("a", "b").history(), run("b", "a", "a").history())).isEmpty();
  }

  @Test
  void SI_4_nameThatIsOnlyReadFrom_mayBeAnything() {
    Story one = run("a").does(1, READ, "status-17");

    assertThat(Names.compare(one.history(), run("a").history())).isEmpty();
    assertThat(Names.compare(run("a").does(1, STAGE, "t").history(), one.history()))
        .map(Violation::message)
        .hasValueSatisfying(
            message ->
                assertThat(message).startsWith("the same schedule names t in one run and [] in"));
  }
}
