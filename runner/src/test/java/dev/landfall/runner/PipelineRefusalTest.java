package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.source.Source;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is refused, one record or all of the run, and how it is told. */
@Timeout(60)
class PipelineRefusalTest {
  private final NumberPipeline numbers;

  PipelineRefusalTest(@TempDir Path root) {
    numbers = new NumberPipeline(root);
  }

  @ParameterizedTest
  @EnumSource(Contract.class)
  void SI_8_fail_namesTheRecord_andGoesOnAfterMending(Contract contract) throws Exception {
    NumberSource source = NumberSource.of(1, 3_000);
    Faults badRecord =
        new Faults() {
          @Override
          public Optional<String> reject(SinkRecord record) {
            return record.position().offset() == 2_345
                ? Optional.of("n is 2345, expected less")
                : Optional.empty();
          }
        };

    RunException failed = numbers.failure(1, source, contract.sink(numbers.store(), badRecord));

    assertThat(failed.kind()).isEqualTo(RunException.Kind.DATA);
    assertThat(failed).hasMessageContaining("split0 offset 2345: n is 2345, expected less");
    assertThat(numbers.covered()).isLessThanOrEqualTo(2_345);
    if (contract != Contract.IDEMPOTENT) {
      assertThat(numbers.store().visible()).hasSize((int) numbers.covered());
    }

    numbers.run(1, source, contract.sink(numbers.store(), Faults.NONE));

    numbers.assertEveryRecordOnce(contract, 1, 3_000);
  }

  @Test
  void SI_8_skip_countsAndShowsTheFirst() throws Exception {
    Faults everyTenth =
        new Faults() {
          @Override
          public Optional<String> reject(SinkRecord record) {
            return record.position().offset() % 10 == 0 ? Optional.of("a tenth") : Optional.empty();
          }
        };
    AtomicInteger shown = new AtomicInteger();
    RunListener listener =
        new RunListener() {
          @Override
          public void rejected(RejectedRecord record) {
            shown.incrementAndGet();
          }
        };

    RunSummary summary =
        NumberPipeline.of(
                numbers.definition(1, OnReject.SKIP),
                NumberSource.of(1, 1_000),
                Contract.TWO_PHASE.sink(numbers.store(), everyTenth),
                listener)
            .run();

    assertThat(summary.rejected()).isEqualTo(100);
    assertThat(numbers.store().visible()).hasSize(900);
    assertThat(shown).hasValue(10);
  }

  @Test
  void missingKey_isARejectedRecord() {
    PipelineDefinition other =
        numbers.definition(1, List.of("nothing"), OnReject.FAIL, Duration.ofSeconds(20), 0);

    RunException refused =
        NumberPipeline.failure(
            other,
            RunOptions.DEFAULT,
            NumberSource.of(1, 10),
            Contract.TWO_PHASE.sink(numbers.store(), Faults.NONE));

    assertThat(refused.kind()).isEqualTo(RunException.Kind.DATA);
    assertThat(refused)
        .hasMessageContaining("split0 offset 0: its key field 'nothing' is missing or null");
  }

  @Test
  void sourceThatCannotReplay_isRefusedAboveAtMostOnce() {
    NumberSource once = new NumberSource(Source.Replay.ONCE, 1, 10, (split, number) -> {});

    RunException refused =
        numbers.failure(1, once, Contract.TWO_PHASE.sink(numbers.store(), Faults.NONE));

    assertThat(refused.kind()).isEqualTo(RunException.Kind.CONFIGURATION);
    assertThat(refused)
        .hasMessageContaining("'numbers' cannot be read again")
        .hasMessageContaining("guarantee: at-most-once");
    assertThat(numbers.state()).doesNotExist();
  }

  @Test
  void SI_6_preflight_listsEveryError() {
    Sink missing =
        new PreflightSink(
            List.of(
                Finding.error("the table is not there", "create it"),
                Finding.warning("the disk is slow", "buy another"),
                Finding.error("the right to write is missing", "GRANT it")));

    RunException refused = numbers.failure(1, NumberSource.of(1, 1), missing);

    assertThat(refused.kind()).isEqualTo(RunException.Kind.PREFLIGHT);
    assertThat(refused)
        .hasMessageContaining("the table is not there (create it)")
        .hasMessageContaining("the right to write is missing (GRANT it)");
    assertThat(refused.getMessage()).doesNotContain("slow");
    assertThat(numbers.state()).doesNotExist();
  }

  /** Misses things. */
  private record PreflightSink(List<Finding> findings) implements IdempotentSink {
    @Override
    public Guarantee guarantee() {
      return new Guarantee(Guarantee.Level.EXACTLY_ONCE, "any", List.of(), Map.of());
    }

    @Override
    public List<Finding> preflight(PipelineTerms terms) {
      return findings;
    }

    @Override
    public IdempotentWriter writer(WriterId id, RejectedRecords rejected) {
      throw new AssertionError("preflight refused");
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
