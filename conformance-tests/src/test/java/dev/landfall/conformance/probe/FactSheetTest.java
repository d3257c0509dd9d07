package dev.landfall.conformance.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.conformance.memory.Lie;
import dev.landfall.conformance.memory.MemoryProbe;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.Property;
import dev.landfall.sdk.probe.Question;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.sdk.probe.Transcript;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FactSheetTest {
  @ParameterizedTest
  @EnumSource
  void aLyingStore_isNamedByItsOneProperty(Lie lie) {
    FactSheet sheet = MemoryProbe.factSheet(Set.of(lie));

    assertThat(sheet.with(Holds.NO)).extracting(Fact::property).containsExactly(lie.denied());
    assertThat(sheet.of(lie.denied()).answer().evidence()).as("what it did").isNotEmpty();
    Needs.of(lie.denied())
        .contracts()
        .forEach(
            contract ->
                assertThat(sheet.carried(contract).verdict())
                    .as(contract.word())
                    .isEqualTo(Verdict.FAIL));
  }

  @Test
  void anHonestStore_liesAboutNothing() {
    assertThat(MemoryProbe.factSheet(Set.of()).with(Holds.NO)).isEmpty();
  }

  @Test
  void whatWasNotAsked_isNeverAYes() throws Exception {
    FactSheet all = ask(property -> Answer.of(Holds.YES, "yes", new Transcript()));
    assertThat(all.carried()).allMatch(carried -> carried.verdict() == Verdict.PASS);

    FactSheet killless =
        ask(
            property ->
                property == Property.ACKNOWLEDGED_SURVIVES_KILL
                    ? Answer.notAsked("no consent")
                    : Answer.of(Holds.YES, "yes", new Transcript()));

    assertThat(killless.carried()).allMatch(carried -> carried.verdict() == Verdict.UNKNOWN);
    assertThat(killless.carried(Contract.IDEMPOTENT).why())
        .isEqualTo("not known whether what is acknowledged survives a kill of the store");
  }

  @Test
  void anExperimentThatFails_isAFact_andTheOthersAreAsked() throws Exception {
    FactSheet sheet =
        ask(
            property -> {
              if (property == Property.FENCING) {
                throw new IllegalStateException("access\ndenied");
              }
              return Answer.of(Holds.NO, "no", new Transcript());
            });

    assertThat(sheet.of(Property.FENCING).answer())
        .isEqualTo(Answer.notAsked("the experiment could not be made: access denied"));
    assertThat(sheet.with(Holds.NO)).hasSize(Property.values().length - 1);
  }

  @Test
  void aProbeThatForgetsAProperty_isRefused() {
    assertThatThrownBy(() -> new FactSheet("store", List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected each property once");
  }

  @Test
  void texts_holdEveryClaim_andEscapeWhatTheStoreSays() throws Exception {
    Transcript seen = new Transcript().sent("a", "SELECT '|'").answered("a", "``` # no heading");
    FactSheet sheet = ask(property -> Answer.of(Holds.NO, "a|b <i>", seen));

    String markdown = FactSheetText.markdown(sheet);
    String terminal = FactSheetText.terminal(sheet);

    for (Property property : Property.values()) {
      assertThat(markdown).contains("| " + property.claim() + " | no | a\\|b &lt;i> | ");
      assertThat(terminal).contains(property.claim());
    }
    assertThat(markdown).contains("    a > SELECT '|'\n    a < ``` # no heading\n");
    assertThat(terminal.lines()).allMatch(line -> line.length() <= 160);
  }

  private static FactSheet ask(Function<Property, Answer> answers) throws Exception {
    StoreProbe probe =
        new StoreProbe() {
          @Override
          public String store() {
            return "store";
          }

          @Override
          public List<Question> questions() {
            return Arrays.stream(Property.values())
                .map(property -> new Question(property, () -> answers.apply(property)))
                .toList();
          }

          @Override
          public void close() {}
        };
    return new ProbeRun(HostTime.system(), question -> {}).ask(probe);
  }
}
