package dev.landfall.runner;

/** What one attempt, and then all of them, did. Immutable, thread-safe. */
record Tally(
    long read, long written, long rejected, long committed, long recovered, long checkpoints) {
  static final Tally NOTHING = new Tally(0, 0, 0, 0, 0, 0);

  Tally plus(Tally other) {
    return new Tally(
        read + other.read,
        written + other.written,
        rejected + other.rejected,
        committed + other.committed,
        recovered + other.recovered,
        checkpoints + other.checkpoints);
  }
}
