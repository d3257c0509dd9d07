package dev.landfall.sink.s3;

/** Where the log in the store keeps one interval. Immutable, thread-safe. */
record StagedKeys(String folder) {
  /** Written when the interval is sealed, and never before. */
  String manifest() {
    return folder + "sealed.jsonl";
  }

  /** Names objects before they are written. */
  String announcement(int number) {
    return folder + "objects-" + number + ".jsonl";
  }
}
