package dev.landfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.wire.RunFile;
import dev.landfall.sdk.config.References;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the suite says of a file before there is a store. */
class ConformanceRunCommandTest {
  private static final String SINK = "sink: { type: jdbc, mode: xa }\n";

  @TempDir Path directory;

  @ParameterizedTest
  @MethodSource
  void everyExample_isRead(Path example) throws IOException {
    RunFile file = RunFile.read(Files.readString(example), References.ofProcess());

    assertThat(file.name()).startsWith(example.getFileName().toString().replaceAll("-.*", ""));
  }

  static List<Path> everyExample_isRead() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("../examples/conformance"))) {
      return all.filter(path -> !path.getFileName().toString().startsWith("probe-")).toList();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{dialect: mysql, url: 'jdbc:mysql://h/d'} | 'store.url': unknown key | into 'sink')",
        "{dialect: s3, bucket: b} | 'store.bucket': unknown key | into 'sink.store')",
        "{dialect: kafka, dialekt: x} | 'store.dialekt': unknown key | did you mean 'dialect'?",
        "{dialect: mysql, embedded: yes please} | 'store.embedded': 'yes please' | remove it",
        "{dialect: mysqll} | 'store.dialect': 'mysqll' | did you mean 'mysql'?",
      })
  void SI_7_anotherStoreThanTheFileSays_isNeverTested(String store, String what, String remedy)
      throws IOException {
    Path file = Files.writeString(directory.resolve("mine.yaml"), SINK + "store: " + store);

    Typed typed = Typed.command("conformance", "run", file.toString());

    assertThat(typed.exit()).as(typed.printed()).isEqualTo(2);
    assertThat(typed.printed()).contains(what, remedy);
  }

  @Test
  void aStoreToBeStarted_besideAnAddress_isRefused() throws IOException {
    Path key = Files.writeString(directory.resolve("key"), "k");
    String address =
        "bucket: b, endpoint: 'http://127.0.0.1:1', access-key: '${file:%1$s}',"
            + " secret-key: '${file:%1$s}'";
    Path file =
        Files.writeString(
            directory.resolve("mine.yaml"),
            "sink: { type: s3-wal, log: host, store: { "
                + address.formatted(key)
                + " } }\nstore: { dialect: s3, embedded: true }");

    Typed typed = Typed.command("conformance", "run", file.toString());

    assertThat(typed.exit()).as(typed.printed()).isEqualTo(2);
    assertThat(typed.printed()).contains("expected none beside embedded: true (remove one)");
  }

  @Test
  void aWrongFile_isNamed() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("mine.yaml"),
            "suite: { profil: full }\n" + SINK + "store: { dialect: mysql }");

    assertThat(Typed.command("conformance", "run", file.toString()))
        .isEqualTo(
            new Typed(
                2,
                file
                    + ": Cannot read 'suite.profil': unknown key, expected one of [profile, report,"
                    + " spoil] (did you mean 'profile'?)"
                    + System.lineSeparator()));
  }
}
