package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.config.References;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RunFileTest {
  private static final References GIVEN =
      new References() {
        @Override
        public Optional<String> variable(String name) {
          return name.equals("KEY") ? Optional.of("secret") : Optional.empty();
        }

        @Override
        public String file(Path path) {
          return "from " + path + "\n";
        }
      };

  @Test
  void referencesAreReplaced_inSectionsWithinASectionAsWell() {
    RunFile file =
        RunFile.read(
            """
            suite: { profile: full }
            sink: { type: s3-wal, id: "${file:name}", store: { bucket: b, access-key: "${env:KEY}" } }
            store: { dialect: s3 }
            """,
            GIVEN);

    assertThat(file.sink()).containsEntry("id", "from name");
    assertThat(file.sink().get("store")).isEqualTo(Map.of("bucket", "b", "access-key", "secret"));
    assertThat(file.profile()).isEqualTo(WireProfile.FULL);
    assertThat(file.name()).isEqualTo("s3-wal-s3");
    assertThat(file.secrets()).containsExactlyInAnyOrder("from name", "secret");
  }

  @Test
  void referencesAreReplaced_inListsAsWell() {
    RunFile file =
        RunFile.read(
            """
            sink: { type: redis, nodes: ["${env:KEY}:1", "b:2"], deep: [{ name: "${env:KEY}" }] }
            store: { dialect: redis-cluster }
            """,
            GIVEN);

    assertThat(file.sink())
        .containsEntry("nodes", List.of("secret:1", "b:2"))
        .containsEntry("deep", List.of(Map.of("name", "secret")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password: sesame",
        "password: 123456",
        "password: 'sesame${env:KEY}'",
        "store: { secret-key: sesame }",
        "secrets: { sasl.jaas.config: sesame }"
      })
  void SI_9_aSecretInTheFileItself_isRefused_andNotShown(String line) {
    String yaml = "sink: { type: jdbc, " + line + " }\nstore: { dialect: mysql }";

    assertThatThrownBy(() -> RunFile.read(yaml, GIVEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a value in the file itself, expected ${env:NAME} or ${file:PATH}")
        .hasMessageNotContaining("sesame")
        .hasMessageNotContaining("123456");
  }

  @Test
  void aVariableThatIsNotSet_isNamed() {
    String yaml =
        "sink: { type: s3-wal, store: { access-key: '${env:NONE}' } }\nstore: { dialect: s3 }";

    assertThatThrownBy(() -> RunFile.read(yaml, GIVEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot read 'access-key': the variable NONE is not set");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "suite: {profil: full} | 'suite.profil': unknown key | did you mean 'profile'?",
        "suite: full | 'suite': 'full', expected a mapping | write suite: { … }",
        "suite: {profile: } | 'suite.profile': missing | give it a value",
        "suite: {report: [a]} | 'suite.report': '[\"a\"]', expected text | give it a value",
        "waiver: [] | 'waiver': unknown key | did you mean 'waivers'?",
        "declare: {} | 'declare': unknown key | did you mean 'declares'?",
        "declares: leftovers | 'declares': 'leftovers', expected a mapping | write declares: { … }",
        "waivers: {rule: T-8} | 'waivers': no list | begin with '-'",
        "rest: {} | 'rest': unknown key | expected one of [suite, sink, store",
      })
  void SI_7_aKeyThatNobodyReads_isRefused_withWhatHelps(String line, String what, String remedy) {
    String yaml = "sink: { type: s3-wal }\nstore: { dialect: s3 }\n" + line;

    assertThatThrownBy(() -> RunFile.read(yaml, GIVEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Cannot read " + what)
        .hasMessageContaining(remedy);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{sink: {type: jdbc}} | 'store': missing",
        "{sink: {type: jdbc}, store: mysql} | 'store': 'mysql', expected a mapping",
        "{sink: {mode: xa}, store: {dialect: mysql}} | 'sink.type': missing",
        "{sink: {type: jdbc}, store: {}} | 'store.dialect': missing",
        "{sink: {type: jdbc}, store: {dialect: 7}} | 'store.dialect': '7', expected text",
        "just text | the file: no mapping",
      })
  void whatIsMissing_isNamed(String yaml, String what) {
    assertThatThrownBy(() -> RunFile.read(yaml, GIVEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Cannot read " + what);
  }

  @Test
  void whatTheSuiteReads_isTaken_andWhatTheProbeNeedsIsLeftAlone() {
    RunFile file =
        RunFile.read(
            """
            suite: { profile: quick, report: target/report, spoil: flushes-nothing }
            sink: { type: redis, mode: set }
            store: { dialect: redis, embedded: true }
            needs: idempotent
            declares: { leftovers: some stay }
            waivers: [ { rule: SI-1, reason: r, link: l, expiry: 2026-12-31 } ]
            """,
            GIVEN);

    assertThat(file.report()).contains(Path.of("target/report"));
    assertThat(file.spoil()).isPresent();
    assertThat(file.declarations().waivers()).hasSize(1);
  }

  @Test
  void keysOfTheStore_areThoseThatItsDriverReads_andAnyWhereItDoesNotSay() {
    Map<String, Object> store = Map.of("dialect", "mine", "embedded", true, "url", "x");

    RunFileKeys.check(new Provider(Optional.empty()), store);
    RunFileKeys.check(new Provider(Optional.of(Set.of("url"))), store);
    assertThatThrownBy(() -> RunFileKeys.check(new Provider(Optional.of(Set.of("urls"))), store))
        .hasMessageContaining("did you mean 'urls'?");
    assertThatThrownBy(() -> RunFileKeys.check(new Provider(Optional.of(Set.of())), store))
        .hasMessage(
            "Cannot read 'store.url': unknown key, expected one of [dialect, embedded]"
                + " (the address of your store belongs into 'sink')");
  }

  private record Provider(Optional<Set<String>> storeKeys) implements StoreDriverProvider {
    @Override
    public String dialect() {
      return "mine";
    }

    @Override
    public StoreDriver open(Map<String, Object> sink, Map<String, Object> store) {
      throw new AssertionError("not to be opened");
    }
  }
}
