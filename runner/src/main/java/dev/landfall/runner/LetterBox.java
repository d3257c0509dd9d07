package dev.landfall.runner;

import dev.landfall.runner.letters.Letter;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.host.Barrier;
import dev.landfall.sdk.host.WriterDriver;
import dev.landfall.sdk.record.SinkRecord;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What one writer rejects, and what was rejected on the way to it. {@link #reject} is thread-safe;
 * the rest is the writing thread's.
 *
 * <p>A sink rejects from whatever thread finds out, at the latest in the flush or prepare that
 * covers the record (SI-8). So letters wait here for the writing thread, which appends them between
 * batches and again after the sink's interval has ended, before it ends that of the letters: what
 * is rejected is in the interval of its neighbours. What waits is bounded by what a sink buffers
 * (SI-3).
 */
final class LetterBox implements RejectedRecords, AutoCloseable {
  private final Rejections rejections;
  private final Optional<WriterDriver> driver;
  private final ConcurrentLinkedQueue<SinkRecord> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicLong rejected = new AtomicLong();

  /**
   * Makes it.
   *
   * @param driver writes letters, where the pipeline keeps them
   */
  LetterBox(Rejections rejections, Optional<WriterDriver> driver) {
    this.rejections = rejections;
    this.driver = driver;
  }

  @Override
  public void reject(SinkRecord record, String reason) {
    rejected.incrementAndGet();
    rejections.reject(record, reason);
    if (driver.isPresent()) {
      waiting.add(Letter.of(record, reason));
    }
  }

  /** Appends a letter that came with a batch. */
  void put(SinkRecord letter) throws SinkException, InterruptedException {
    if (driver.isPresent()) {
      driver.get().write(letter);
    }
  }

  /** Appends what waits. */
  void settle() throws SinkException, InterruptedException {
    for (SinkRecord letter = waiting.poll(); letter != null; letter = waiting.poll()) {
      put(letter);
    }
  }

  /** How many the sink rejected since the last call. */
  long takeRejected() {
    return rejected.getAndSet(0);
  }

  /** Ends the interval of letters, after that of the sink. */
  Optional<CompletableFuture<Barrier>> barrier() throws SinkException, InterruptedException {
    settle();
    return driver.isPresent() ? Optional.of(driver.get().barrier()) : Optional.empty();
  }

  @Override
  public void close() {
    driver.ifPresent(WriterDriver::close);
  }
}
