package dev.landfall.sdk;

/**
 * The subtasks of earlier runs that one writer answers for: {@code s} with {@code s mod parallelism
 * == subtask} (HO-9, T-7).
 *
 * <p>Over all subtasks of one parallelism the scopes are disjoint and cover every subtask that ever
 * was, whatever the parallelism had been. Immutable, thread-safe.
 */
public record WriterScope(SinkId sink, int subtask, int parallelism) {
  public WriterScope {
    if (parallelism < 1 || subtask < 0 || subtask >= parallelism) {
      throw new IllegalArgumentException(
          "Cannot make the scope of subtask "
              + subtask
              + " of "
              + parallelism
              + ": expected 0 <= subtask < parallelism");
    }
  }

  /** The scope that holds one writer alone. */
  public static WriterScope of(WriterId writer) {
    return new WriterScope(writer.sink(), writer.subtask(), Integer.MAX_VALUE);
  }

  /** The writer that answers for this scope. */
  public WriterId writer() {
    return sink.writer(subtask);
  }

  /** Whether this scope answers for {@code writer}. */
  public boolean contains(WriterId writer) {
    return writer.sink().equals(sink) && writer.subtask() % parallelism == subtask;
  }

  /** Whether this scope answers for every writer of the other. */
  public boolean contains(WriterScope other) {
    return other.isSingle()
        ? contains(other.writer())
        : other.parallelism % parallelism == 0 && contains(other.writer());
  }

  /** Whether some writer is in both scopes (by the Chinese remainder theorem). */
  public boolean overlaps(WriterScope other) {
    if (isSingle() || other.isSingle()) {
      return isSingle() ? other.contains(writer()) : contains(other.writer());
    }
    int common = gcd(parallelism, other.parallelism);
    return sink.equals(other.sink) && subtask % common == other.subtask % common;
  }

  private boolean isSingle() {
    return parallelism == Integer.MAX_VALUE;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  @Override
  public String toString() {
    return sink + "/" + subtask + " of " + parallelism;
  }
}
