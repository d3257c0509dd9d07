package dev.landfall.conformance.model;

/**
 * What a sink may be able to take. What it does not declare it must refuse, and the suite asks for
 * it to see that it does.
 */
public enum Capability {
  /** Every value fits the store; else one that does not is rejected by name (SI-8). */
  EVERY_VALUE("records with any value"),
  /** Deletes are carried out; else each is rejected by name (SI-8). */
  DELETES("deletes"),
  /** Records may be without a key; else preflight refuses a pipeline that has such (SI-6). */
  RECORDS_WITHOUT_KEY("records without a key");

  private final String meaning;

  Capability(String meaning) {
    this.meaning = meaning;
  }

  public String meaning() {
    return meaning;
  }
}
