package dev.landfall.conformance.model;

import dev.landfall.sdk.Guarantee.Weakness;
import java.util.Optional;

/** What a run can show: the rows of the outcome tables. */
public enum Outcome {
  LOSS("lost, or part of a checkpoint missing at the end"),
  DUPLICATE("duplicate"),
  OLDER_VALUE_STAYS(
      "older value stays for good through a late request of a dead instance",
      Weakness.OLDER_VALUE_STAYS),
  REPEATED_AFTER_OLDER_RESTORE(
      "records repeated after an older checkpoint was restored on purpose",
      Weakness.REPEATED_AFTER_OLDER_RESTORE),
  VISIBLE_BEFORE_DURABLE("visible before durable", Weakness.VISIBLE_BEFORE_DURABLE),
  PARTLY_VISIBLE_WITHIN_WRITER(
      "part of a committable visible for a while", Weakness.PARTLY_VISIBLE_WITHIN_WRITER),
  PARTLY_VISIBLE_ACROSS_PARTITIONS(
      "part of a committable visible for a while, across partitions",
      Weakness.PARTLY_VISIBLE_ACROSS_PARTITIONS),
  PARTLY_VISIBLE_ACROSS_WRITERS(
      "part of a checkpoint visible for a while, across writers",
      Weakness.PARTLY_VISIBLE_ACROSS_WRITERS),
  OLDER_VALUE_SEEN(
      "older value seen after newer, gone by the first checkpoint after recovery",
      Weakness.OLDER_VALUE_SEEN),
  ORDER_CHANGED("order per key changed"),
  CAME_BACK("aborted or deleted data comes back"),
  EFFECT_OF_OLD_INSTANCE(
      "effect of an old instance after recovery", Weakness.EFFECT_OF_OLD_INSTANCE),
  BLOCKED_UNTIL_RECOVERED(
      "readers or writers blocked, until recovery is done", Weakness.BLOCKED_UNTIL_RECOVERED),
  BLOCKED_AFTER_RECOVERY("readers or writers blocked after recovery"),
  LEFTOVER("leftovers after recovery and grace time", Weakness.LEFTOVERS),
  NEVER_RECOVERS("recovery that never succeeds"),
  UNTRUE_SUCCESS("success reported and not true"),
  LOUD_EXPIRY("loud failure for an expired transaction"),
  /** A call sequence, a name or an answer that a rule forbids whatever a reader sees. */
  BREACH("the protocol was broken");

  private final String meaning;
  private final Optional<Weakness> weakness;

  Outcome(String meaning) {
    this.meaning = meaning;
    this.weakness = Optional.empty();
  }

  Outcome(String meaning, Weakness weakness) {
    this.meaning = meaning;
    this.weakness = Optional.of(weakness);
  }

  public String meaning() {
    return meaning;
  }

  /** The declaration that turns it from a failure into a reported weakness, where there is one. */
  public Optional<Weakness> weakness() {
    return weakness;
  }
}
