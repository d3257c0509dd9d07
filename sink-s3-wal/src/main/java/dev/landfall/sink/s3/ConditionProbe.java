package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/**
 * Whether a store lets exactly one of several conditional writers win. One thread at a time.
 *
 * <p>A store that checks and then writes passes when it is asked one by one, so writers race. A
 * race proves a fault and never its absence: eight writers in six rounds found every store that we
 * know to be unsound.
 */
final class ConditionProbe {
  private static final int WRITERS = 8;
  private static final int ROUNDS = 6;
  private static final int MAX_CONFLICTS = 50;

  private final ObjectStore store;
  private final String folder;
  private final ThreadFactory threads;

  ConditionProbe(ObjectStore store, String folder, ThreadFactory threads) {
    this.store = store;
    this.folder = folder;
    this.threads = threads;
  }

  /** The property that the store lacks, or empty. */
  Optional<String> missing() throws SinkException, InterruptedException {
    Optional<String> alone = missingAlone();
    for (int round = 1; round <= ROUNDS && alone.isEmpty(); round++) {
      alone = missingInRace(folder + "race-" + round);
    }
    return alone;
  }

  private Optional<String> missingAlone() throws SinkException, InterruptedException {
    String key = folder + "condition";
    byte[] first = "first".getBytes(StandardCharsets.UTF_8);
    boolean created = decided(key, first);
    boolean again = decided(key, "second".getBytes(StandardCharsets.UTF_8));
    if (!created) {
      return Optional.of("If-None-Match: * lets a write to a free name succeed");
    }
    if (again || !holds(key, first)) {
      return Optional.of(
          "If-None-Match: * is honoured (the second conditional write of a name was answered as if"
              + " it had succeeded, or replaced the first)");
    }
    return Optional.empty();
  }

  private Optional<String> missingInRace(String key) throws SinkException, InterruptedException {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Boolean>> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(writer(key, i, start));
    }
    start.countDown();
    List<Integer> winners = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      if (Workers.await(writers.get(i))) {
        winners.add(i);
      }
    }
    return missing(winners, owner(key));
  }

  /**
   * Nobody told is fine where a reply got lost: the client's second attempt meets its own object.
   */
  private static Optional<String> missing(List<Integer> winners, Optional<Integer> owner) {
    if (winners.size() > 1) {
      return Optional.of(
          "If-None-Match: * is honoured in a race (of "
              + WRITERS
              + " writers of one name, "
              + winners.size()
              + " were told that they had won)");
    }
    boolean agree = owner.isPresent() && (winners.isEmpty() || winners.contains(owner.get()));
    return agree
        ? Optional.empty()
        : Optional.of(
            "If-None-Match: * is honoured in a race (the object is not the one of the writer that"
                + " was told that it had won)");
  }

  /** Whose object is there. */
  private Optional<Integer> owner(String key) throws SinkException, InterruptedException {
    Optional<StoredObject> object = store.read(key);
    for (int i = 0; i < WRITERS && object.isPresent(); i++) {
      if (Arrays.equals(object.get().bytes(), content(i))) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  private Future<Boolean> writer(String key, int number, CountDownLatch start) {
    CompletableFuture<Boolean> won = new CompletableFuture<>();
    threads
        .newThread(
            () -> {
              try {
                start.await();
                won.complete(created(key, content(number)));
              } catch (SinkException | InterruptedException | RuntimeException e) {
                won.completeExceptionally(e);
              }
            })
        .start();
    return won;
  }

  /** Whether the object is this one's, also if the reply that said so was lost. */
  private boolean decided(String key, byte[] bytes) throws SinkException, InterruptedException {
    return created(key, bytes) || holds(key, bytes);
  }

  /**
   * Whether the write was told that it had won; a conflict is tried again, as the protocol asks.
   */
  private boolean created(String key, byte[] bytes) throws SinkException, InterruptedException {
    for (int attempt = 1; attempt <= MAX_CONFLICTS; attempt++) {
      CreateResult result = store.create(key, bytes);
      if (!(result instanceof CreateResult.Conflict)) {
        return result instanceof CreateResult.Created;
      }
    }
    throw new SinkException(
        "Cannot write '" + key + "': " + MAX_CONFLICTS + " conflicts (409) without a winner");
  }

  private boolean holds(String key, byte[] bytes) throws SinkException, InterruptedException {
    Optional<StoredObject> object = store.read(key);
    return object.isPresent() && Digest.of(object.get().bytes()).equals(Digest.of(bytes));
  }

  private static byte[] content(int writer) {
    return ("writer " + writer).getBytes(StandardCharsets.UTF_8);
  }
}
