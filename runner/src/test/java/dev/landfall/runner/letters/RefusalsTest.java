package dev.landfall.runner.letters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each crash of the package's description, and hosts beside each other. */
class RefusalsTest {
  private static final SinkId LETTERS = DeadLetters.idIn("orders");
  private static final IntervalId INTERVAL =
      new IntervalId(new SinkId("orders", "main").writer(0), new Generation(3), 7);

  @TempDir private Path root;

  private final class Host {
    private final LetterLayout layout = new LetterLayout(root, LETTERS);
    private final Staging staging = new Staging(layout);

    Refusals publication() {
      return new Refusals(layout, staging, new LineWriter(Optional.empty()), INTERVAL);
    }
  }

  private static SinkRecord letter(int number, String reason) {
    SinkRecord record = SinkRecord.put(Value.of(number), Value.of("v" + number));
    return Letter.of(record.at(SourcePosition.of("split", number)), reason);
  }

  private List<String> visible() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : LetterLayout.list(root)) {
      if (Files.isRegularFile(file)) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }

  @Test
  void confirmedTry_isPublishedOnce_andLeavesNothingStaged() throws Exception {
    Host host = new Host();
    try (Refusals refusals = host.publication()) {
      assertThat(refusals.add(letter(1, "no"))).isTrue();
      assertThat(refusals.add(letter(1, "no, again"))).isFalse();
      assertThat(refusals.add(letter(2, "no"))).isTrue();
      assertThat(visible()).isEmpty();

      refusals.publishThisTry();
      refusals.publishThisTry();
    }

    assertThat(visible()).hasSize(2);
    assertThat(LetterLayout.list(host.staging.directory())).isEmpty();
  }

  @Test
  void crashBeforeTheConfirmation_theNextTryRefusesAgain_andNothingIsThereTwice() throws Exception {
    try (Refusals refusals = new Host().publication()) {
      refusals.add(letter(1, "no"));
    }

    try (Refusals refusals = new Host().publication()) {
      refusals.add(letter(1, "no, said otherwise"));
      refusals.add(letter(2, "no"));
      refusals.publishThisTry();
    }

    assertThat(visible()).hasSize(2);
  }

  @Test
  void crashAfterTheConfirmation_theStagedAreOfAnotherHost_andArePublished() throws Exception {
    try (Refusals refusals = new Host().publication()) {
      refusals.add(letter(1, "no"));
    }
    try (Refusals refusals = new Host().publication()) {
      refusals.add(letter(1, "no, said otherwise"));
      refusals.add(letter(2, "no"));
    }

    Host third = new Host();
    try (Refusals refusals = third.publication()) {
      refusals.publishStaged();
    }
    try (Refusals refusals = new Host().publication()) {
      refusals.publishStaged();
    }

    assertThat(visible()).hasSize(2);
    for (Path staging : third.staging.all()) {
      assertThat(LetterLayout.list(staging)).isEmpty();
    }
  }

  @Test
  void tornLastLine_wasNeverAcknowledged_andIsNotPublished() throws Exception {
    Host first = new Host();
    try (Refusals refusals = first.publication()) {
      refusals.add(letter(1, "no"));
    }
    Path staged = LetterLayout.list(first.staging.directory()).get(0);
    Files.writeString(staged, "{\"position\":{\"spl", StandardOpenOption.APPEND);

    try (Refusals refusals = new Host().publication()) {
      refusals.publishStaged();
    }

    assertThat(visible()).hasSize(1);
  }

  @Test
  void W_6_hostThatWasTakenOver_publishesNothing_thoughAReaderTookTheFileAway() throws Exception {
    Host old = new Host();
    try (Refusals refusals = old.publication()) {
      refusals.add(letter(1, "no"));
      Host successor = new Host();
      successor.staging.fenceOlder();
      successor.staging.sweep();

      assertThatThrownBy(refusals::publishThisTry).isInstanceOf(FencedException.class);
    }

    assertThat(visible()).isEmpty();
  }

  @Test
  void W_6_predecessorThatComesLate_doesNotHarmItsSuccessor() throws Exception {
    Host old = new Host();
    Path unused = old.staging.directory();
    Host successor = new Host();
    Path directory = successor.staging.directory();

    old.staging.fenceOlder();
    assertThat(old.staging.sweep()).isEmpty();

    assertThat(directory).isDirectory();
  }

  @Test
  void numbersOfStarts_areNeverGivenOutTwice_andOldOnesGo() throws Exception {
    List<Path> claimed = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Host host = new Host();
      claimed.add(host.staging.directory());
      host.staging.fenceOlder();
      host.staging.sweep();
    }

    assertThat(claimed).doesNotHaveDuplicates();
    assertThat(LetterLayout.list(claimed.get(0).getParent())).containsExactly(claimed.get(4));
  }
}
