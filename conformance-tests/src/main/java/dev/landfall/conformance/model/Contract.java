package dev.landfall.conformance.model;

/** The three contracts of the sdk, each with its own outcome table. */
public enum Contract {
  IDEMPOTENT("idempotent"),
  WRITE_AHEAD("wal"),
  TWO_PHASE("2pc");

  private final String word;

  Contract(String word) {
    this.word = word;
  }

  /** As written in reports and replay tokens. */
  public String word() {
    return word;
  }
}
