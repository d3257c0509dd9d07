package dev.landfall.sdk.log;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.DamagedStateException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.record.SinkRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Segments that travel inside their committables: the log of a distributed host whose tasks share
 * no directory, for a sink that offers no store as the log. Thread-safe; what it opens is used by
 * one thread at a time.
 *
 * <pre>
 * payload, version 2 = i32 n | seal, n bytes, as {@link Seal} draws it | segment, as {@link SegmentFormat} draws it
 * </pre>
 *
 * <p>A segment is as durable as the checkpoint that holds its committable, which is all that W-1
 * asks for. There is nothing to forget and nothing to clear: what no checkpoint holds is gone.
 * Nobody but the checkpoint can lose a segment, so a torn one (W-4) means damaged state.
 *
 * <p>A checkpoint is no place for much data, so a segment is bounded; the interval that outgrows it
 * fails at the record that does not fit.
 */
public final class CarriedSegmentStore implements SegmentStore {
  /** No segment is longer; the rest of a frame of {@code CommittableCodec} is left for its head. */
  public static final int MAX_SEGMENT_BYTES = 15 << 20;

  private static final int VERSION = 2;
  private static final int SEAL_VERSION = 1;

  private final int maxSegmentBytes;

  /** Segments of up to {@link #MAX_SEGMENT_BYTES}. */
  public CarriedSegmentStore() {
    this(MAX_SEGMENT_BYTES);
  }

  CarriedSegmentStore(int maxSegmentBytes) {
    this.maxSegmentBytes = maxSegmentBytes;
  }

  @Override
  public SegmentWriter open(IntervalId interval) {
    return new Writer(interval, maxSegmentBytes);
  }

  @Override
  public Segment sealed(Committable committable) throws IOException {
    ByteBuffer payload = ByteBuffer.wrap(committable.payload());
    if (committable.version() != VERSION || payload.remaining() < Integer.BYTES) {
      throw damaged(committable, "version " + committable.version());
    }
    int sealBytes = payload.getInt();
    if (sealBytes < 0 || sealBytes > payload.remaining()) {
      throw damaged(committable, "a seal of " + sealBytes + " bytes");
    }
    byte[] seal = new byte[sealBytes];
    payload.get(seal);
    byte[] segment = new byte[payload.remaining()];
    payload.get(segment);
    Seal expected = seal(committable, seal);
    if (!expected.name().equals(LocalLayout.sealedName(committable.interval()))) {
      throw damaged(committable, "a segment named '" + expected.name() + "'");
    }
    if (segment.length != expected.bytes()) {
      throw TornSegments.length(expected, segment.length);
    }
    return new CarriedSegment(committable, expected, segment);
  }

  private static Seal seal(Committable committable, byte[] bytes) throws DamagedStateException {
    return Seal.of(
        Committable.of(
            committable.interval(),
            SEAL_VERSION,
            bytes,
            committable.records(),
            committable.summary()));
  }

  private static DamagedStateException damaged(Committable committable, String actual) {
    return new DamagedStateException(
        "Cannot find the segment of "
            + committable
            + ": "
            + actual
            + ", expected a segment carried with it, version "
            + VERSION
            + " (give the committable to the host that made it, in this release or a newer one)");
  }

  /** Nothing is kept but the committable itself. */
  @Override
  public void forget(Committable committable) {}

  /** What no checkpoint holds is nowhere, so there is nothing to delete. */
  @Override
  public List<String> clear(WriterScope scope, Generation current, Set<IntervalId> retained) {
    return List.of();
  }

  /** Holds nothing. */
  @Override
  public void close() {}

  /** One segment beside its committable. Immutable, thread-safe. */
  private static final class CarriedSegment implements Segment {
    private final Committable committable;
    private final Seal seal;
    private final byte[] bytes;

    CarriedSegment(Committable committable, Seal seal, byte[] bytes) {
      this.committable = committable;
      this.seal = seal;
      this.bytes = bytes;
    }

    @Override
    public Committable committable() {
      return committable;
    }

    @Override
    public SegmentReader open() throws IOException {
      SegmentDecoder reader =
          new SegmentDecoder(Channels.newChannel(new ByteArrayInputStream(bytes)), seal);
      reader.begin(committable.interval());
      return reader;
    }
  }

  /** Grows a segment in memory. One thread at a time. */
  private static final class Writer implements SegmentWriter {
    private enum State {
      OPEN,
      FAILED,
      SEALED,
      CLOSED
    }

    private final IntervalId interval;
    private final int maxBytes;
    private final SegmentEncoder encoder;
    private State state = State.OPEN;

    Writer(IntervalId interval, int maxBytes) {
      this.interval = interval;
      this.maxBytes = maxBytes;
      this.encoder = new SegmentEncoder(interval, maxBytes);
    }

    @Override
    public void append(SinkRecord record) throws IOException {
      requireOpen("append to");
      encoder.append(record);
      int bytes = encoder.buffered() + SegmentFormat.FOOTER_BYTES;
      if (bytes > maxBytes) {
        state = State.FAILED;
        throw new IOException(
            String.format(
                "record %d brings it to %d bytes, expected at most %d to travel in a checkpoint"
                    + " (shorten the checkpoint interval, raise the sink's parallelism, or choose a"
                    + " mode or log of the sink that keeps records in the store)",
                encoder.records(), bytes, maxBytes));
      }
    }

    @Override
    public Optional<Committable> seal() throws IOException {
      requireOpen("seal");
      state = State.SEALED;
      if (encoder.records() == 0) {
        return Optional.empty();
      }
      Seal seal = encoder.end(LocalLayout.sealedName(interval));
      byte[] head = seal.committable(interval).payload();
      ByteBuffer segment = encoder.drain();
      byte[] payload =
          ByteBuffer.allocate(Integer.BYTES + head.length + segment.remaining())
              .putInt(head.length)
              .put(head)
              .put(segment)
              .array();
      return Optional.of(
          Committable.of(interval, VERSION, payload, seal.records(), seal.summary()));
    }

    @Override
    public void close() {
      if (state != State.SEALED) {
        state = State.CLOSED;
      }
    }

    private void requireOpen(String verb) throws IOException {
      if (state != State.OPEN) {
        throw new IOException(
            "Cannot "
                + verb
                + " the segment of "
                + interval
                + ": it is "
                + state.name().toLowerCase(Locale.ROOT)
                + ", expected open (restart from the last durable checkpoint)");
      }
    }
  }
}
