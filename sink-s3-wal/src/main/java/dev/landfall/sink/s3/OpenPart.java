package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/**
 * An object that still takes records: a block that fills, and frames that are being compressed.
 * Owned by its {@link IntervalWriter}; one thread at a time.
 *
 * <p>Where an object is cut follows from the records alone: a decision that needs a compressed size
 * waits for it ({@link #settle}), and is skipped without waiting as long as an upper bound of that
 * size is below the limit. Hence publishing again cuts the same objects (W-3).
 */
final class OpenPart {
  /** Large enough for the window of zstd's middle levels, small enough to hold many. */
  static final int BLOCK_BYTES = 1 << 20;

  private static final int FIRST_CAPACITY = 1 << 10;

  /** A block ends with the line that fills it: room for that, so that it need not grow. */
  private static final int SLACK_BYTES = 16 << 10;

  private final String key;
  private final Codec codec;
  private final Workers workers;
  private final ObjectSender sender;
  private final Digest.Accumulator content = new Digest.Accumulator();
  private final List<Future<byte[]>> frames = new ArrayList<>();
  private final Deque<Long> unsettled = new ArrayDeque<>();
  private ByteBlock block = new ByteBlock(FIRST_CAPACITY);
  private long unsettledBytes;
  private long settledBytes;
  private long sentBytes;
  private long records;

  OpenPart(String key, byte[] header, Codec codec, Workers workers, ObjectSender sender) {
    this.key = key;
    this.codec = codec;
    this.workers = workers;
    this.sender = sender;
    block.write(header, 0, header.length);
  }

  String key() {
    return key;
  }

  long records() {
    return records;
  }

  /** An upper bound of what it holds in memory, exact once settled. */
  long memoryBytes() {
    return block.size() + unsettledBytes + settledBytes;
  }

  /** An upper bound of the compressed size so far, exact once settled; the open block is not in. */
  long compressedBytes() {
    return sentBytes + settledBytes + unsettledBytes;
  }

  void append(ByteBlock line) {
    block.append(line);
    records++;
  }

  boolean blockIsFull() {
    return block.size() >= BLOCK_BYTES;
  }

  /** Hands the block to a compressing thread. */
  void cut() throws InterruptedException {
    int size = block.size();
    if (size == 0) {
      return;
    }
    byte[] raw = block.array();
    content.add(raw, 0, size);
    frames.add(workers.compress(() -> codec.frame(raw, size)));
    unsettled.add(bound(size));
    unsettledBytes += bound(size);
    block = new ByteBlock(size >= BLOCK_BYTES ? size + SLACK_BYTES : FIRST_CAPACITY);
  }

  /** Waits until every frame's size is known. */
  void settle() throws SinkException, InterruptedException {
    settleAllBut(0);
  }

  /** Waits for all sizes but those of the newest frames: so many may be in work meanwhile. */
  void settleAllBut(int newest) throws SinkException, InterruptedException {
    while (unsettled.size() > newest) {
      settledBytes += Workers.await(frames.get(settledFrames())).length;
      unsettledBytes -= unsettled.remove();
    }
  }

  private int settledFrames() {
    return frames.size() - unsettled.size();
  }

  /** Sends the settled frames as one part of a larger object. */
  void sendPart() throws SinkException, InterruptedException {
    List<Future<byte[]>> settled = frames.subList(0, settledFrames());
    byte[] part = Frames.joined(settled);
    settled.clear();
    settledBytes = 0;
    sentBytes += part.length;
    sender.part(part);
  }

  long settledBytes() {
    return settledBytes;
  }

  /** Ends it: sends what is left. */
  CompletableFuture<DataObject> finish() throws InterruptedException {
    cut();
    return sender.finish(List.copyOf(frames), content.digest(), records);
  }

  void discard() throws SinkException, InterruptedException {
    sender.discard();
  }

  /** What a frame of incompressible bytes takes at most, with any of the codecs. */
  private static long bound(int raw) {
    return raw + raw / 128 + 1_024L;
  }
}
