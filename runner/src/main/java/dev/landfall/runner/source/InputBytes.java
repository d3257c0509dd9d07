package dev.landfall.runner.source;

import java.io.Closeable;
import java.io.IOException;

/**
 * The bytes of one input in order; of a compressed file those that it was made from. Owned by the
 * scanner that reads it.
 */
interface InputBytes extends Closeable {
  /** There are no more bytes at present; a file may still grow. */
  int AT_END = -1;

  /**
   * Reads what is there.
   *
   * @return how many bytes, 0 when none has come yet, or {@link #AT_END}
   */
  int read(byte[] target, int offset, int length) throws IOException;

  /**
   * Goes to a byte position.
   *
   * @return false if the input is shorter; where it stands then is not defined
   */
  boolean seek(long position) throws IOException;

  /**
   * Whether the bytes before a position are still those that were read; does not move. Only a file
   * that grows can tell.
   */
  boolean holds(long position, byte[] bytes, int from, int to) throws IOException;

  /** Bytes of the stored form behind what was read, for progress. */
  long consumed() throws IOException;
}
