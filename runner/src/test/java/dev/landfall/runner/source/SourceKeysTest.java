package dev.landfall.runner.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.source.SourceProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The keys of the sources as a pipeline file writes them. */
final class SourceKeysTest {
  private static <C extends Record> C bind(Class<C> type, Map<String, Object> values)
      throws Exception {
    return Configurations.bind(type, Section.root(values), References.ofProcess());
  }

  @Test
  void file_needsAPathOnly() throws Exception {
    FileSourceConfiguration keys =
        bind(FileSourceConfiguration.class, Map.of("path", "data/*.csv"));

    assertThat(keys)
        .isEqualTo(
            new FileSourceConfiguration(
                List.of("data/*.csv"),
                Optional.empty(),
                TextFormat.AUTO,
                Compression.AUTO,
                ",",
                Header.FIRST_RECORD,
                List.of(),
                List.of(),
                Map.of(),
                10_000,
                new DataSize(64 << 20),
                false));
  }

  @Test
  void file_allKeys() throws Exception {
    FileSourceConfiguration keys =
        bind(
            FileSourceConfiguration.class,
            Map.of(
                "path",
                List.of("a.csv", "b.csv"),
                "root",
                "/data",
                "delimiter",
                ";",
                "header",
                "none",
                "columns",
                List.of("symbol", "date"),
                "nulls",
                List.of("NA"),
                "schema",
                Map.of("date", "date MMM d yyyy"),
                "sample-records",
                5L,
                "max-record-size",
                "1MiB",
                "follow",
                true));

    assertThat(keys.header()).isEqualTo(Header.NONE);
    assertThat(keys.schema()).containsEntry("date", "date MMM d yyyy");
    assertThat(keys.maxRecordSize()).isEqualTo(new DataSize(1 << 20));
    assertThat(keys.follow()).isTrue();
  }

  @Test
  void generatorAndStdin_needNoKey() throws Exception {
    assertThat(bind(GeneratorSourceConfiguration.class, Map.of()).valueSize())
        .isEqualTo(new DataSize(100));
    assertThat(bind(GeneratorSourceConfiguration.class, Map.of("rate", 1000L)).rate())
        .contains(1000L);
    assertThat(bind(StdinSourceConfiguration.class, Map.of()).format()).isEqualTo(TextFormat.JSONL);
  }

  @Test
  void sources_areFoundByName() {
    Set<String> names = new TreeSet<>();
    for (SourceProvider<?> provider : ServiceLoader.load(SourceProvider.class)) {
      names.add(provider.name());
    }

    assertThat(names).contains("file", "generator", "stdin");
  }
}
