package dev.landfall.sdk.log;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes one segment to a local file. One thread at a time; {@link #seal} may run on another thread
 * than {@link #append}, after it.
 *
 * <p>Fails for good: after an error of the device nobody knows which bytes the file holds, and a
 * second fsync may answer well although the first one lost pages (Linux reports such an error
 * once), so nothing is tried again.
 */
final class LocalSegmentWriter implements SegmentWriter {
  /** What a writer holds back before it hands it to the file; a longer record goes by itself. */
  static final int BUFFER_BYTES = 256 << 10;

  private enum State {
    OPEN,
    FAILED,
    SEALED,
    CLOSED
  }

  private final IntervalId interval;
  private final FileChannel channel;
  private final Path open;
  private final Path sealed;
  private final SegmentEncoder encoder;
  private State state = State.OPEN;
  private boolean renamed;
  private long written;

  LocalSegmentWriter(IntervalId interval, FileChannel channel, Path open, Path sealed) {
    this.interval = interval;
    this.channel = channel;
    this.open = open;
    this.sealed = sealed;
    this.encoder = new SegmentEncoder(interval, BUFFER_BYTES);
  }

  @Override
  public void append(SinkRecord record) throws IOException {
    requireOpen("append to");
    encoder.append(record);
    if (encoder.buffered() >= BUFFER_BYTES) {
      effect("write", this::write);
    }
  }

  @Override
  public Optional<Committable> seal() throws IOException {
    requireOpen("seal");
    if (encoder.records() == 0) {
      close();
      return Optional.empty();
    }
    Seal seal = encoder.end(LocalLayout.sealedName(interval));
    effect("seal", this::makeDurable);
    state = State.SEALED;
    return Optional.of(seal.committable(interval));
  }

  @Override
  public void close() throws IOException {
    if (state == State.CLOSED || state == State.SEALED) {
      return;
    }
    state = State.CLOSED;
    channel.close();
    Files.deleteIfExists(open);
    if (renamed) {
      // But perhaps not durably: no committable was returned for it, so nobody misses it.
      Files.deleteIfExists(sealed);
    }
  }

  private void write() throws IOException {
    ByteBuffer bytes = encoder.drain();
    int end = bytes.limit();
    while (bytes.position() < end) {
      // In pieces, since the JDK keeps a direct buffer per thread as large as the largest write.
      bytes.limit(Math.min(end, bytes.position() + BUFFER_BYTES));
      written += channel.write(bytes);
    }
  }

  private void makeDurable() throws IOException {
    // 1. The content, before its name says that it is whole.
    write();
    channel.force(true);
    channel.close();
    // 2. The name. Crash before: an open segment, cleared at recover. Crash after: a sealed one
    //    that no checkpoint names, cleared as well.
    Files.move(open, sealed, StandardCopyOption.ATOMIC_MOVE);
    renamed = true;
    // 3. The entry of the directory, before a checkpoint may rest on it.
    DurableDirectories.forceEntry(sealed);
  }

  private void effect(String verb, Effect effect) throws IOException {
    try {
      effect.run();
    } catch (IOException e) {
      state = State.FAILED;
      throw new IOException(
          String.format(
              "Cannot %s segment %s: %s after %d bytes, with %d bytes free, expected room and a sound device (free space in the log's directory; all that was sealed is intact)",
              verb, open, reason(e), written, open.toFile().getUsableSpace()),
          e);
    }
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private void requireOpen(String verb) throws IOException {
    if (state != State.OPEN) {
      throw new IOException(
          "Cannot "
              + verb
              + " segment "
              + open
              + ": it is "
              + state.name().toLowerCase(Locale.ROOT)
              + ", expected open (restart from the last durable checkpoint)");
    }
  }

  private interface Effect {
    void run() throws IOException;
  }
}
