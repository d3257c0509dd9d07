package dev.landfall.sdk.probe;

import java.util.List;

/**
 * What came of one question. Immutable, thread-safe.
 *
 * @param holds three-valued: what was not asked is neither
 * @param value how it holds or fails, in a few words; for {@link Holds#NOT_ASKED}, why
 * @param evidence what was sent and what came back, one line each; no secret is in it (SI-9)
 */
public record Answer(Holds holds, String value, List<String> evidence) {
  /** Whether the claim holds. */
  public enum Holds {
    YES("yes"),
    NO("no"),
    NOT_ASKED("not asked");

    private final String word;

    Holds(String word) {
      this.word = word;
    }

    /** What was seen: YES or NO. */
    public static Holds of(boolean seen) {
      return seen ? YES : NO;
    }

    /** As written in a table. */
    public String word() {
      return word;
    }
  }

  /** Checks that there is a value. */
  public Answer {
    if (value.isBlank()) {
      throw new IllegalArgumentException("Cannot answer " + holds + " without a word why");
    }
    evidence = List.copyOf(evidence);
  }

  /** The claim was seen to hold. */
  public static Answer yes(String value, Transcript evidence) {
    return new Answer(Holds.YES, value, evidence.lines());
  }

  /** The claim was seen to fail. */
  public static Answer no(String value, Transcript evidence) {
    return new Answer(Holds.NO, value, evidence.lines());
  }

  /** The claim holds or fails by what was seen: {@code of(Holds.of(rows == 0), …)}. */
  public static Answer of(Holds holds, String value, Transcript evidence) {
    return new Answer(holds, value, evidence.lines());
  }

  /** The claim cannot be asked of this store. */
  public static Answer notAsked(String why) {
    return new Answer(Holds.NOT_ASKED, why, List.of());
  }

  /** The claim was not asked; what the store says of itself is beside it. */
  public static Answer notAsked(String why, Transcript said) {
    return new Answer(Holds.NOT_ASKED, why, said.lines());
  }
}
