package dev.landfall.runner.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a stream whose reading may block for ever: a thread of its own reads, so that barriers
 * are not held up. Owned by the scanner that reads it.
 *
 * <p>Whoever closes it does not stop a read that is under way; the thread is a daemon's to be.
 */
final class PumpedBytes implements InputBytes {
  private static final int CHUNK_BYTES = 1 << 16;

  /** So much is read ahead at most, counted in chunks. */
  private static final int CHUNKS = 16;

  /** One read: bytes, or the reason why there are no more. */
  private sealed interface Chunk {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Bytes(byte[] bytes) implements Chunk {}

  private record End(@Nullable IOException failure) implements Chunk {}

  private final BlockingQueue<Chunk> chunks = new ArrayBlockingQueue<>(CHUNKS);
  private volatile boolean closed;
  private byte[] current = new byte[0];
  private int next;
  private long consumed;
  private @Nullable End end;

  private PumpedBytes() {}

  static PumpedBytes start(InputStream input, ThreadFactory threads) {
    PumpedBytes pumped = new PumpedBytes();
    Thread thread = threads.newThread(() -> pumped.pump(input));
    thread.setDaemon(true);
    thread.start();
    return pumped;
  }

  private void pump(InputStream input) {
    byte[] buffer = new byte[CHUNK_BYTES];
    try {
      while (!closed) {
        Chunk chunk = chunk(input, buffer);
        chunks.put(chunk);
        if (chunk instanceof End) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the host ends its threads
    }
  }

  private static Chunk chunk(InputStream input, byte[] buffer) {
    try {
      int read = input.read(buffer, 0, buffer.length);
      return read < 0 ? new End(null) : new Bytes(Arrays.copyOf(buffer, read));
    } catch (IOException e) {
      return new End(e);
    }
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (next == current.length && !advance()) {
      if (end == null) {
        return 0;
      }
      if (end.failure() != null) {
        throw new IOException("standard input failed", end.failure());
      }
      return AT_END;
    }
    int count = Math.min(length, current.length - next);
    System.arraycopy(current, next, target, offset, count);
    next += count;
    consumed += count;
    return count;
  }

  private boolean advance() {
    Chunk chunk = end == null ? chunks.poll() : end;
    if (chunk instanceof Bytes bytes) {
      current = bytes.bytes();
      next = 0;
      return true;
    }
    end = (End) chunk;
    return false;
  }

  @Override
  public boolean seek(long position) {
    return position == consumed;
  }

  @Override
  public boolean holds(long before, byte[] bytes, int from, int to) {
    return true; // what came cannot change
  }

  @Override
  public long consumed() {
    return consumed;
  }

  @Override
  public void close() {
    closed = true;
    chunks.clear(); // a put that waits for room ends, and sees it
  }
}
