package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.runner.state.Entry;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.config.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A host is stopped after it read its state and before it asked the store for its newest
 * generation; another one lives a whole life meanwhile.
 */
@Timeout(60)
class OvertakenStartTest {
  private static final long RECORDS = 2_000;

  /** The contracts that have something to finish after a take-over. */
  enum Contract {
    WRITE_AHEAD,
    TWO_PHASE;

    Sink sink(MemoryStore store, Faults faults) {
      return this == WRITE_AHEAD
          ? new MemoryLogSink(store, faults)
          : new MemoryTwoPhaseSink(store, faults);
    }
  }

  /** Another host's life in the middle of a start. */
  private interface Life {
    void run() throws Exception;
  }

  /** The first start is stopped and sees another life go by; later ones are not. */
  private static final class StoppedOnce implements Faults {
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Life meanwhile;

    private StoppedOnce(Life meanwhile) {
      this.meanwhile = meanwhile;
    }

    @Override
    public void beforeTakeover() {
      if (stopped.compareAndSet(false, true)) {
        try {
          meanwhile.run();
        } catch (Exception e) {
          throw new AssertionError(e);
        }
      }
    }
  }

  private final MemoryStore store = new MemoryStore();

  @TempDir private Path root;

  private RunSummary run(Sink sink) throws RunException, InterruptedException {
    PipelineDefinition definition =
        new PipelineDefinition(
            "orders",
            Guarantee.Level.EXACTLY_ONCE,
            1,
            Distribution.KEY,
            new CheckpointSettings(
                root.resolve("state"),
                Duration.ofMinutes(5),
                Duration.ofSeconds(20),
                0,
                5,
                Duration.ofMinutes(1)),
            new Section("source", Map.of("type", "numbers")),
            List.of("id"),
            OnReject.FAIL,
            new Section("sink", Map.of("type", "memory")));
    return Pipeline.of(
            definition,
            RunOptions.DEFAULT.entering(Entry.TAKE_OVER).restarting(0),
            new MemoryConnectors(NumberSource.of(1, RECORDS), sink),
            RunListener.NONE)
        .run();
  }

  private void assertEveryRecordOnce() {
    assertThat(store.visible()).hasSize((int) RECORDS).doesNotHaveDuplicates();
    assertThat(store.preparedCount()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Contract.class)
  void HO_11_theOtherCommittedAll_nothingIsRepeated(Contract contract) throws Exception {
    Life other = () -> run(contract.sink(store, Faults.NONE));

    RunSummary summary = run(contract.sink(store, new StoppedOnce(other)));

    assertThat(summary.read()).isZero();
    assertEveryRecordOnce();
  }

  @ParameterizedTest
  @EnumSource(Contract.class)
  void HO_11_theOtherDiedBeforeItsCommit_whatItMadeDurableIsCommitted(Contract contract)
      throws Exception {
    Faults diesBeforeCommit =
        new Faults() {
          @Override
          public void beforeCommit() throws SinkException {
            throw new SinkException("ended before its commit");
          }
        };
    Life other =
        () ->
            assertThat(
                    catchThrowableOfType(
                        RunException.class, () -> run(contract.sink(store, diesBeforeCommit))))
                .hasMessageContaining("ended before its commit");

    RunSummary summary = run(contract.sink(store, new StoppedOnce(other)));

    assertThat(summary.read()).as("read again, though a durable checkpoint covers it").isZero();
    assertThat(summary.recovered()).isEqualTo(RECORDS);
    assertEveryRecordOnce();
  }
}
