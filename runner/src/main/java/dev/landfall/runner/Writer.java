package dev.landfall.runner;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.host.Barrier;
import dev.landfall.sdk.host.WriterDriver;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A writer of the sink with what it rejects. Owned by its writing thread.
 *
 * @param driver writes to the sink
 * @param letters takes what the sink rejects
 */
record Writer(WriterDriver driver, LetterBox letters) implements AutoCloseable {
  /** Takes a batch. */
  void write(Batch batch, Pulse pulse) throws SinkException, InterruptedException {
    int size = batch.size();
    for (int i = 0; i < size; i++) {
      driver.write(batch.record(i));
      pulse.step();
    }
    for (var letter : batch.letters()) {
      letters.put(letter);
    }
    letters.settle();
  }

  /** Ends both intervals: that of the sink first, for until then it may still reject (SI-8). */
  CompletableFuture<List<Barrier>> barrier() throws SinkException, InterruptedException {
    CompletableFuture<Barrier> main = driver.barrier();
    Optional<CompletableFuture<Barrier>> aside = letters.barrier();
    return aside.isEmpty()
        ? main.thenApply(List::of)
        : main.thenCombine(aside.get(), (one, other) -> List.of(one, other));
  }

  @Override
  public void close() {
    driver.close();
    letters.close();
  }
}
