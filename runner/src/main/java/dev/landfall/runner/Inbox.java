package dev.landfall.runner;

import dev.landfall.sdk.CheckpointId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * What waits for one writer: a channel per reading thread. Thread-safe.
 *
 * <p><b>Alignment (HO-2).</b> A channel with a barrier at its head is not read until every channel
 * has one; then all are taken out as one. So records that a reading thread sent before its barrier
 * come before the writer's barrier, and those after it come after, and nothing is held back but
 * what the bounded channels hold.
 *
 * <p><b>Bounds.</b> Each channel takes batches up to a number of records and of bytes, then its
 * reading thread waits: a slow sink never grows memory. A barrier always fits, or a full channel
 * could keep a reading thread from sending the barrier that another writer waits for.
 */
final class Inbox {
  /** Split among the channels. */
  static final int MAX_RECORDS = 16 * Batch.MAX_RECORDS;

  /** Split among the channels. */
  static final long MAX_BYTES = 16 * Batch.MAX_BYTES;

  private final List<Channel> channels;
  private int next;
  private boolean closed;

  Inbox(int readers) {
    this.channels = Stream.generate(() -> new Channel(readers)).limit(readers).toList();
  }

  /** Adds a batch; waits while the channel is full. */
  synchronized void put(int reader, Batch batch) throws InterruptedException {
    Channel channel = channels.get(reader);
    while (channel.isFull() && !closed) {
      wait();
    }
    channel.add(batch);
    notifyAll();
  }

  /** Adds a barrier; never waits. */
  synchronized void putBarrier(int reader, CheckpointId checkpoint) {
    channels.get(reader).waiting.add(new Delivery.BarrierReached(checkpoint));
    notifyAll();
  }

  /** Says that nothing more will come; what is in there is not delivered. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** The next delivery; waits for one. */
  synchronized Delivery take() throws InterruptedException {
    while (!closed) {
      Delivery found = poll();
      if (found != null) {
        notifyAll();
        return found;
      }
      wait();
    }
    return new Delivery.Closed();
  }

  private @org.jspecify.annotations.Nullable Delivery poll() {
    int atBarrier = 0;
    for (int i = 0; i < channels.size(); i++) {
      Channel channel = channels.get((next + i) % channels.size());
      Delivery head = channel.waiting.peek();
      if (head instanceof Batch) {
        next = (next + i + 1) % channels.size();
        return channel.remove();
      }
      atBarrier += head == null ? 0 : 1;
    }
    return atBarrier == channels.size() ? align() : null;
  }

  private Delivery align() {
    List<Delivery> heads = channels.stream().map(Channel::remove).distinct().toList();
    if (heads.size() != 1) {
      throw new IllegalStateException("reading threads sent different barriers: " + heads);
    }
    return heads.get(0);
  }

  /** Guarded by the inbox. */
  private static final class Channel {
    private final Deque<Delivery> waiting = new ArrayDeque<>();
    private final int maxRecords;
    private final long maxBytes;
    private int records;
    private long bytes;

    Channel(int channels) {
      this.maxRecords = Math.max(Batch.MAX_RECORDS, MAX_RECORDS / channels);
      this.maxBytes = Math.max(Batch.MAX_BYTES, MAX_BYTES / channels);
    }

    boolean isFull() {
      return records >= maxRecords || bytes >= maxBytes;
    }

    void add(Batch batch) {
      waiting.add(batch);
      records += batch.size() + batch.letters().size();
      bytes += batch.bytes();
    }

    Delivery remove() {
      Delivery head = waiting.remove();
      if (head instanceof Batch batch) {
        records -= batch.size() + batch.letters().size();
        bytes -= batch.bytes();
      }
      return head;
    }
  }
}
