package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sink.s3.FaultyStore.Fate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What preflight refuses, and by which name. */
final class PreflightTest {
  private static final PipelineTerms EXACTLY_ONCE = terms(Guarantee.Level.EXACTLY_ONCE);

  private final MemoryStore store = new MemoryStore();

  @TempDir Path directory;

  @Test
  void SI_6_aSoundStorePasses_andNothingStays() throws Exception {
    assertThat(preflight(store, EXACTLY_ONCE)).isEmpty();
    assertThat(store.keys()).isEmpty();
    assertThat(store.uploads("")).isEmpty();

    ObjectStore local = new DirectoryStore(directory);
    assertThat(preflight(local, EXACTLY_ONCE)).isEmpty();
    assertThat(local.list("", "", 10)).isEmpty();
  }

  @Test
  void SI_6_aDirectoryThatCannotBeWritten_getsARemedyForFiles() throws Exception {
    Files.writeString(directory.resolve("file"), "no directory");

    List<Finding> findings =
        preflight(new DirectoryStore(directory.resolve("file/store")), EXACTLY_ONCE);

    assertThat(findings).isNotEmpty();
    assertThat(findings)
        .allSatisfy(finding -> assertThat(finding.remedy()).contains("chmod u+w"))
        .noneMatch(finding -> finding.remedy().contains("s3:"));
  }

  @Test
  void SI_6_aStoreThatIgnoresIfNoneMatch_isRefused() throws Exception {
    List<Finding> findings = preflight(new LyingStore(store, LyingStore.Lie.IGNORES), EXACTLY_ONCE);

    assertThat(findings)
        .anySatisfy(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Finding.Severity.ERROR);
              assertThat(finding.what()).contains("If-None-Match: * is honoured (");
              assertThat(finding.remedy()).contains("fencing: none");
            });
  }

  @Test
  void SI_6_aStoreThatLosesTheRace_isRefused() throws Exception {
    List<Finding> findings = preflight(new LyingStore(store, LyingStore.Lie.RACES), EXACTLY_ONCE);

    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).what()).contains("If-None-Match: * is honoured in a race");
  }

  @Test
  void SI_6_aStoreThatIgnoresItOnCompletion_isAWarning() throws Exception {
    List<Finding> findings =
        preflight(new LyingStore(store, LyingStore.Lie.IGNORES_ON_COMPLETION), EXACTLY_ONCE);

    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).severity()).isEqualTo(Finding.Severity.WARNING);
    assertThat(findings.get(0).what()).contains("CompleteMultipartUpload");
  }

  @Test
  void SI_6_aStoreThatDoesNotAnswer_isToldOnce_andNotAsAMissingRight() throws Exception {
    List<Finding> findings =
        preflight(new FaultyStore(store, (n, operation, key) -> Fate.FAILS), EXACTLY_ONCE);

    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).what()).startsWith("Cannot reach memory:: no reply to list");
    assertThat(findings.get(0).remedy()).contains("store.endpoint");
  }

  @Test
  void SI_6_missingRightsAreToldWithTheRemedy() throws Exception {
    FaultyStore closed =
        new FaultyStore(
            store, (n, operation, key) -> operation.equals("list") ? Fate.REFUSED : Fate.FINE);

    List<Finding> findings = preflight(closed, EXACTLY_ONCE);

    assertThat(findings).isNotEmpty();
    assertThat(findings.get(0).what()).startsWith("Cannot list objects in memory:");
    assertThat(findings.get(0).remedy()).contains("s3:ListBucket");
  }

  @Test
  void SI_6_withoutFencing_exactlyOnceIsRefused_andAtLeastOnceWarned() throws Exception {
    S3WalConfig config = Configs.unfenced(Configs.jsonLines(Compression.NONE));
    try (S3WalSink sink = open(config, new LyingStore(store, LyingStore.Lie.IGNORES))) {
      assertThat(sink.guarantee().level()).isEqualTo(Guarantee.Level.AT_LEAST_ONCE);

      assertThat(sink.preflight(EXACTLY_ONCE))
          .anyMatch(finding -> finding.severity() == Finding.Severity.ERROR);
      List<Finding> weaker = sink.preflight(terms(Guarantee.Level.AT_LEAST_ONCE));
      assertThat(weaker).noneMatch(finding -> finding.severity() == Finding.Severity.ERROR);
      assertThat(weaker.get(0).what()).contains("nothing keeps an older one from confirming");
    }
  }

  static PipelineTerms terms(Guarantee.Level level) {
    return new PipelineTerms(level, Duration.ofSeconds(1), Duration.ofMinutes(5), 2, false);
  }

  private static List<Finding> preflight(ObjectStore store, PipelineTerms terms) throws Exception {
    try (S3WalSink sink = open(Configs.jsonLines(Compression.NONE), store)) {
      return sink.preflight(terms);
    }
  }

  private static S3WalSink open(S3WalConfig config, ObjectStore store) throws Exception {
    return S3WalSink.open(config, Contexts.of(Contexts.ORDERS, "preflight"), store);
  }
}
