package dev.landfall.sdk;

/** One parallel instance of a sink, numbered from 0 (SI-4). Immutable, thread-safe. */
public record WriterId(SinkId sink, int subtask) implements Comparable<WriterId> {
  public WriterId {
    if (subtask < 0) {
      throw new IllegalArgumentException(
          "Cannot number a writer " + subtask + ": expected 0 or more");
    }
  }

  @Override
  public int compareTo(WriterId other) {
    int byText = sink.toString().compareTo(other.sink.toString());
    return byText != 0 ? byText : Integer.compare(subtask, other.subtask);
  }

  @Override
  public String toString() {
    return sink + "/" + subtask;
  }
}
