package dev.landfall.benchmarks;

/** What is timed within a round. */
enum Timing {
  PAUSE("pause of write around a barrier"),
  BEYOND("the same beyond the sink's own flush"),
  LONGEST("longest 64 writes of an interval"),
  COMMIT("commit");

  private final String label;

  Timing(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
