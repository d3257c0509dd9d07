package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.config.References;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
  }

  @Test
  void aVariableThatIsNotSet_isNamed() {
    String yaml =
        "sink: { type: s3-wal, store: { access-key: '${env:NONE}' } }\nstore: { dialect: s3 }";

    assertThatThrownBy(() -> RunFile.read(yaml, GIVEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot read 'access-key': the variable NONE is not set");
  }
}
