package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** SI-8: what is rejected is put aside once, whoever rejects it and wherever the host dies. */
@Timeout(60)
class DeadLetterTest {
  private static final long COUNT = 2_000;

  private final MemoryStore store = new MemoryStore();

  @TempDir private Path root;

  /** Every tenth record is rejected where {@code number % 10} is 7. */
  private static Optional<String> seventh(SinkRecord record) {
    long number = ((Value.OfLong) ((Value.OfMap) record.value()).field("n")).value();
    return number % 10 == 7 ? Optional.of("no sevens") : Optional.empty();
  }

  private PipelineDefinition definition(OnReject rejected, int parallelism) {
    return new PipelineDefinition(
        "orders",
        Guarantee.Level.EXACTLY_ONCE,
        parallelism,
        Distribution.KEY,
        new CheckpointSettings(
            root.resolve("state"),
            Duration.ofMillis(10),
            Duration.ofSeconds(20),
            0,
            3,
            Duration.ofMinutes(1)),
        new Section("source", Map.of("type", "numbers")),
        List.of("id"),
        rejected,
        new Section("sink", Map.of("type", "memory")));
  }

  private OnReject aside() {
    return new OnReject.DeadLetter(root.resolve("dead"));
  }

  private RunSummary run(OnReject rejected, int parallelism, Sink sink) throws Exception {
    return Pipeline.of(
            definition(rejected, parallelism),
            RunOptions.DEFAULT.restarting(0),
            new MemoryConnectors(NumberSource.of(2, COUNT), sink),
            RunListener.NONE)
        .run();
  }

  private List<JsonNode> letters() throws IOException {
    List<JsonNode> letters = new ArrayList<>();
    if (!Files.exists(root.resolve("dead"))) {
      return letters;
    }
    try (Stream<Path> files = Files.list(root.resolve("dead"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        for (String line : Files.readAllLines(file)) {
          letters.add(new JsonMapper().readTree(line));
        }
      }
    }
    return letters;
  }

  private void assertEachOnce() throws IOException {
    assertThat(
            letters().stream()
                .map(one -> one.at("/record/value/n").longValue() + " " + one.at("/record/key"))
                .sorted()
                .toList())
        .isEqualTo(
            LongStream.range(0, COUNT)
                .filter(n -> n % 10 == 7)
                .boxed()
                .flatMap(n -> Stream.of(n + " \"split0-" + n + "\"", n + " \"split1-" + n + "\""))
                .sorted()
                .toList());
    assertThat(letters())
        .allMatch(one -> one.get("checkpoint").longValue() > 0)
        .allMatch(one -> one.get("reason").textValue().equals("no sevens"))
        .allMatch(one -> one.at("/position/offset").equals(one.at("/record/value/n")));
    List<String> good = store.visible();
    assertThat(good).doesNotHaveDuplicates().hasSize((int) (2 * COUNT * 9 / 10));
  }

  @ParameterizedTest
  @EnumSource(Contract.class)
  void rejectedByTheWriter_isPutAside_andCounted(Contract contract) throws Exception {
    Faults faults =
        new Faults() {
          @Override
          public Optional<String> reject(SinkRecord record) {
            return seventh(record);
          }
        };

    RunSummary summary = run(aside(), 3, contract.sink(store, faults));

    assertEachOnce();
    assertThat(summary.rejected()).isEqualTo(2 * COUNT / 10);
    assertThat(summary.committed()).isEqualTo(2 * COUNT * 9 / 10);
  }

  /** Where a publication that refuses dies. */
  enum Death {
    NOWHERE,
    BEFORE_CONFIRMATION,
    AFTER_CONFIRMATION
  }

  @ParameterizedTest
  @EnumSource
  void refusedAtCommit_isPutAside_whereverThePublicationDies(Death death) throws Exception {
    AtomicInteger publications = new AtomicInteger();
    Faults faults =
        new Faults() {
          @Override
          public Optional<String> refuse(SinkRecord record) {
            return seventh(record);
          }

          @Override
          public void beforeConfirmation() throws SinkException {
            if (publications.incrementAndGet() == 2 && death == Death.BEFORE_CONFIRMATION) {
              throw new SinkException("dies before the confirmation");
            }
          }

          @Override
          public void afterCommit() throws SinkException {
            if (publications.get() == 2 && death == Death.AFTER_CONFIRMATION) {
              publications.incrementAndGet();
              throw new SinkException("dies after the confirmation");
            }
          }
        };
    Sink sink = Contract.WRITE_AHEAD.sink(store, faults);

    if (death != Death.NOWHERE) {
      assertThatThrownBy(() -> run(aside(), 2, sink)).hasMessageContaining("dies");
    }
    run(aside(), 3, sink);

    assertEachOnce();
    try (Stream<Path> staged = Files.walk(root.resolve("dead/.landfall"))) {
      assertThat(staged.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void lettersOfADurableCheckpoint_areDeliveredBeforeTheyAreSwitchedOff() throws Exception {
    Faults dies =
        new Faults() {
          @Override
          public Optional<String> reject(SinkRecord record) {
            return seventh(record);
          }

          @Override
          public void beforeCommit() throws SinkException {
            throw new SinkException("dies before the first commit");
          }
        };
    assertThatThrownBy(() -> run(aside(), 2, Contract.TWO_PHASE.sink(store, dies)))
        .hasMessageContaining("dies");
    assertThat(letters()).isEmpty();
    Sink sound =
        Contract.TWO_PHASE.sink(
            store,
            new Faults() {
              @Override
              public Optional<String> reject(SinkRecord record) {
                return seventh(record);
              }
            });

    RunException refused =
        catchThrowableOfType(RunException.class, () -> run(OnReject.SKIP, 2, sound));
    assertThat(refused)
        .hasMessageContaining("rejected records that are to be put aside")
        .hasMessageContaining("expected rejected: dead-letter");

    run(aside(), 2, sound);
    assertEachOnce();
    RunSummary nothingLeft = run(OnReject.SKIP, 2, sound);
    assertThat(nothingLeft.end()).isEqualTo(RunSummary.End.NOTHING_TO_DO);
  }

  @Test
  void SI_6_directoryThatCannotBeWritten_isFoundBeforeTheFirstRecord() throws Exception {
    Files.writeString(root.resolve("dead"), "a file");

    RunException refused =
        catchThrowableOfType(
            RunException.class, () -> run(aside(), 1, Contract.TWO_PHASE.sink(store, Faults.NONE)));

    assertThat(refused.kind()).isEqualTo(RunException.Kind.PREFLIGHT);
    assertThat(refused).hasMessageContaining("Cannot keep dead letters in");
  }
}
