package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkProvider;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keys as a pipeline file gives them. */
final class ConfigurationTest {
  @TempDir Path directory;

  @Test
  void theShortestSectionHasTheDocumentedDefaults() throws Exception {
    S3WalConfig config = bind(Map.of("store", Map.of("directory", "./out")));

    assertThat(config.format()).isEqualTo(Format.JSONL);
    assertThat(config.compression()).isEqualTo(Compression.ZSTD);
    assertThat(config.level()).isEqualTo(3);
    assertThat(config.log()).isEqualTo(LogHome.HOST);
    assertThat(config.fencing()).isEqualTo(Fencing.CONDITIONAL_WRITES);
    assertThat(config.objectSize()).isEqualTo(DataSize.parse("64MiB"));
    assertThat(config.prefix()).isEqualTo("{pipeline}");
  }

  @Test
  void SI_9_keysAreSecretsAndAreNotPrinted() throws Exception {
    S3WalConfig config =
        bind(
            Map.of(
                "store",
                Map.of("bucket", "b", "access-key", "${env:KEY}", "secret-key", "${env:SECRET}")));

    assertThat(config.store().secretKey().orElseThrow().reveal()).isEqualTo("value of SECRET");
    assertThat(config.toString()).doesNotContain("value of");
  }

  @Test
  void SI_7_anUnknownKeyIsRefusedWithTheNearest() {
    assertThatThrownBy(
            () -> bind(Map.of("store", Map.of("directory", "./out"), "compresion", "gzip")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("compression");
  }

  @Test
  void keysThatContradictEachOtherAreRefused() {
    Map<String, Object> out = Map.of("directory", "./out");
    for (Map<String, Object> wrong :
        List.<Map<String, Object>>of(
            Map.of("store", Map.of("directory", "./out", "bucket", "b")),
            Map.of("store", Map.of("region", "eu-west-1")),
            Map.of("store", Map.of("bucket", "b", "access-key", "${env:KEY}")),
            Map.of("store", Map.of("bucket", "b", "part-size", "1MiB")),
            Map.of("store", Map.of("bucket", "b"), "object-size", "80GiB"),
            Map.of("store", out, "format", "csv"),
            Map.of("store", out, "compression", "gzip", "compression-level", 12),
            Map.of("store", out, "uploads", 0),
            Map.of("store", out, "object-size", "1KiB"))) {
      assertThatThrownBy(() -> bind(wrong)).isInstanceOf(ConfigurationException.class);
    }
  }

  @Test
  void aPrefixThatLeadsOutIsRefusedWhenTheSinkIsOpened() throws Exception {
    S3WalConfig config =
        bind(Map.of("store", Map.of("directory", directory.toString()), "prefix", "../x"));

    assertThatThrownBy(() -> new S3WalProvider().open(config, Contexts.of(Contexts.ORDERS, "x")))
        .isInstanceOf(SinkException.class)
        .hasMessageContaining("../x");
  }

  @Test
  void theProviderIsFoundAndOpensTheSink() throws Exception {
    assertThat(ServiceLoader.load(SinkProvider.class))
        .anyMatch(provider -> provider.name().equals("s3-wal"));
    S3WalConfig config = bind(Map.of("store", Map.of("directory", directory.toString())));

    try (Sink sink = new S3WalProvider().open(config, Contexts.of(Contexts.ORDERS, "x"))) {
      assertThat(sink).isInstanceOf(WriteAheadSink.class);
      assertThat(sink.guarantee().level()).isEqualTo(Guarantee.Level.EXACTLY_ONCE);
      assertThat(sink.preflight(PreflightTest.terms(Guarantee.Level.EXACTLY_ONCE))).isEmpty();
    }
  }

  private static S3WalConfig bind(Map<String, Object> values) throws ConfigurationException {
    return Configurations.bind(
        S3WalConfig.class,
        Section.root(values),
        new References() {
          @Override
          public Optional<String> variable(String name) {
            return Optional.of("value of " + name);
          }

          @Override
          public String file(Path path) throws IOException {
            throw new IOException("none");
          }
        });
  }
}
