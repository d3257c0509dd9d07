package dev.landfall.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whether text arrives as it was handed over. */
class TextWatchTest {
  private static Story durable(Story story) {
    return story.runs(1, 0).writes(1, "g1/o1", "s0:0").durable(1, 3, "g1/o1");
  }

  private static Story snowman() {
    return durable(Story.twoPhase().put("s0:0", "k\u2603"));
  }

  @Test
  void SI_10_keyIsThereInAnotherCharset() {
    assertThat(snowman().reads("k?=s0:0").reads("k?=s0:0", "k?=s0:0").violations())
        .containsExactly(
            "SI-10 the protocol was broken, checkpoint 3, a/out/0/g1/o1, first wrong record s0:0:"
                + " its key is there as 'k?', expected 'k\u2603' (write text as UTF-8, and name the"
                + " charset)");
  }

  @Test
  void SI_10_keyIsThereAsItWasHandedOver() {
    assertThat(snowman().reads("k\u2603=s0:0").violations()).isEmpty();
  }

  @Test
  void SI_10_rowWithoutAKey_tellsNothing() {
    assertThat(snowman().reads("s0:0").violations()).isEmpty();
  }

  @Test
  void SI_10_recordThatNobodyWrote_isForAnotherRule() {
    assertThat(snowman().reads("k?=?").violations()).singleElement().asString().startsWith("T-1");
  }

  @Test
  void SI_10_keysInAscii_areNotLookedAt() {
    assertThat(durable(Story.twoPhase().put("s0:0", "k")).reads("l=s0:0").violations()).isEmpty();
  }

  @Test
  void SI_10_keyOfWhatNoCheckpointHolds() {
    Story story =
        Story.rows().put("s0:0", "k\u2603").runs(1, 0).writes(1, "g1/o1", "s0:0").reads("k?=s0:0");

    assertThat(story.violations())
        .containsExactly(
            "SI-10 the protocol was broken, first wrong record s0:0: its key is there as 'k?',"
                + " expected 'k\u2603' (write text as UTF-8, and name the charset)");
  }
}
