package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A store that does not keep the promise of conditional writes. */
final class LyingStore extends ForwardingObjectStore {
  /** How it lies. */
  enum Lie {
    /** Every conditional write succeeds. */
    IGNORES,
    /** It looks, and then writes: of two at the same moment both succeed. */
    RACES,
    /** Conditions are honoured, but for multipart uploads. */
    IGNORES_ON_COMPLETION
  }

  private final Lie lie;

  /** Lets two writers meet between look and write, so that the race is lost every time. */
  private final CyclicBarrier meeting = new CyclicBarrier(2);

  LyingStore(MemoryStore store, Lie lie) {
    super(store);
    this.lie = lie;
  }

  @Override
  public String describe() {
    return "lying:";
  }

  @Override
  public CreateResult create(String key, byte[] bytes) throws SinkException, InterruptedException {
    return switch (lie) {
      case IGNORES -> new CreateResult.Created(replace(key, bytes));
      case IGNORES_ON_COMPLETION -> super.create(key, bytes);
      case RACES -> checkThenWrite(key, bytes);
    };
  }

  private CreateResult checkThenWrite(String key, byte[] bytes)
      throws SinkException, InterruptedException {
    if (head(key).isPresent()) {
      return new CreateResult.Exists();
    }
    if (key.contains("race")) {
      try {
        meeting.await(1, TimeUnit.SECONDS);
      } catch (BrokenBarrierException | TimeoutException e) {
        // An odd number of writers: this one goes on alone.
        meeting.reset();
      }
    }
    return new CreateResult.Created(replace(key, bytes));
  }

  @Override
  public CreateResult complete(Upload upload, List<UploadedPart> parts)
      throws SinkException, InterruptedException {
    if (lie == Lie.IGNORES_ON_COMPLETION || lie == Lie.IGNORES) {
      delete(upload.key());
    }
    return super.complete(upload, parts);
  }

  @Override
  public void close() {}
}
