package dev.landfall.sdk.source;

import dev.landfall.sdk.Finding;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where records come from: a set of splits, each of which is read in order and, if the source can
 * replay, read again in the same order after a restart (HO-7). Thread-safe; a reader that it makes
 * is used by one thread at a time.
 */
public interface Source extends AutoCloseable {
  /** Whether what was read can be read again. */
  enum Replay {
    /** From any position that a reader told; what exactly-once needs. */
    REPLAYABLE,
    /** What was read is gone; at-most-once is all that a pipeline can promise. */
    ONCE
  }

  Replay replay();

  /**
   * Lists everything that is missing, each with its remedy, before the first read (SI-6). Changes
   * nothing.
   */
  List<Finding> preflight() throws InterruptedException;

  /**
   * The splits that are there now, by stable name; asked again from time to time, so that new ones
   * are found while running. A split never leaves the set while it has records that were not read.
   */
  Set<String> splits() throws SourceException, InterruptedException;

  /** Makes a reader for some of the splits; a host makes as many as it has reading threads. */
  SourceReader reader() throws SourceException, InterruptedException;

  /** How far reading has come, where the size of the input is known. */
  default Optional<Progress> progress() {
    return Optional.empty();
  }

  @Override
  void close();

  /**
   * How far reading has come.
   *
   * @param done so much is read
   * @param total of so much
   * @param unit such as {@code bytes}
   */
  record Progress(long done, long total, String unit) {}
}
