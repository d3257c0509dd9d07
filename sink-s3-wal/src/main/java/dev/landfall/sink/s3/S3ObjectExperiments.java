package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;

/** What an object store keeps of whole objects. One thread at a time. */
final class S3ObjectExperiments {
  private static final int PUTS = 20;
  private static final int RACERS = 8;
  private static final int RACES = 6;
  private static final int CONFLICT = 409;
  private static final int PRECONDITION_FAILED = 412;
  private static final int MOST_CONFLICTS = 50;

  /** Long enough to arrive in many packets. */
  private static final int LARGE = 2 << 20;

  private static final int REPLACEMENTS = 6;

  private final S3ProbeTarget target;

  S3ObjectExperiments(S3ProbeTarget target) {
    this.target = target;
  }

  /**
   * One by one first, then in a race: a store that looks and then writes passes the former. A race
   * proves a fault and never its absence.
   */
  Answer conditionalPut() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    try (S3Client client = target.client()) {
      String key = target.key("condition/alone");
      int first = target.create(client, key, "first", seen);
      int second = target.create(client, key, "second", seen);
      boolean kept = target.get(client, key, seen).equals(Optional.of("first"));
      if (first != S3ProbeTarget.OK) {
        return Answer.no("If-None-Match: * on a free name is answered " + first, seen);
      }
      if (second == S3ProbeTarget.OK || !kept) {
        return Answer.no(
            "If-None-Match: * is ignored: the second writer of one name is answered "
                + second
                + (kept ? "" : " and replaces the first"),
            seen);
      }
      for (int race = 0; race < RACES; race++) {
        Optional<String> fault = race(client, target.key("condition/race" + race), seen);
        if (fault.isPresent()) {
          return Answer.no(fault.get(), seen);
        }
      }
      return Answer.yes(
          "If-None-Match: * is honoured: the second is answered "
              + second
              + "; in "
              + RACES
              + " races of "
              + RACERS
              + " one won",
          seen);
    }
  }

  private Optional<String> race(S3Client client, String key, Transcript seen)
      throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(RACERS);
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<Integer>> told = new ArrayList<>();
      for (int racer = 0; racer < RACERS; racer++) {
        String text = "racer " + racer;
        Callable<Integer> run =
            () -> {
              start.await();
              return decided(client, key, text, seen);
            };
        told.add(pool.submit(run));
      }
      start.countDown();
      List<String> winners = winners(told);
      Optional<String> there = target.get(client, key, seen);
      return winners.size() == 1 && there.equals(Optional.of(winners.get(0)))
          ? Optional.empty()
          : Optional.of(
              "of "
                  + RACERS
                  + " writers of one name "
                  + winners
                  + " were told that they had won, and the object is that of "
                  + there.orElse("nobody"));
    } finally {
      pool.shutdownNow();
    }
  }

  /**
   * A conflict is tried again, as the protocol asks. So does the client when a reply is lost, and
   * is then told 412 for its own success: whose object it is decides.
   */
  private int decided(S3Client client, String key, String text, Transcript seen) {
    int status = CONFLICT;
    for (int attempt = 0; attempt < MOST_CONFLICTS && status == CONFLICT; attempt++) {
      status = target.create(client, key, text, seen);
    }
    boolean own =
        status == PRECONDITION_FAILED && target.get(client, key, seen).equals(Optional.of(text));
    return own ? S3ProbeTarget.OK : status;
  }

  private static List<String> winners(List<Future<Integer>> told) throws InterruptedException {
    List<String> winners = new ArrayList<>();
    for (int racer = 0; racer < told.size(); racer++) {
      try {
        if (told.get(racer).get() == S3ProbeTarget.OK) {
          winners.add("racer " + racer);
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("a racer failed: " + e.getCause(), e);
      }
    }
    return winners;
  }

  Answer listAfterPut() throws SinkException {
    Transcript seen = new Transcript();
    String folder = target.key("list/");
    try (S3Client writer = target.client();
        S3Client reader = target.client()) {
      for (int put = 1; put <= PUTS; put++) {
        target.put(writer, folder + put, "x", seen);
        int listed = target.list(reader, folder, seen).size();
        if (listed != put) {
          return Answer.no(
              "after " + put + " acknowledged objects " + listed + " are listed", seen);
        }
      }
      return Answer.yes(PUTS + " times of " + PUTS, seen);
    }
  }

  Answer repeatCountsOnce() throws SinkException {
    Transcript seen = new Transcript();
    String key = target.key("repeat");
    try (S3Client client = target.client()) {
      target.put(client, key, "same", seen);
      target.put(client, key, "same", seen);
      boolean one = target.list(client, key, seen).equals(List.of(key));
      return Answer.of(Holds.of(one), "by name, for as long as the object is there", seen);
    }
  }

  /** A large object is replaced again and again while a reader looks. */
  Answer atomic() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String key = target.key("atomic");
    Set<String> met = new ConcurrentSkipListSet<>();
    CountDownLatch done = new CountDownLatch(1);
    try (S3Client writer = target.client();
        S3Client reader = target.client()) {
      target.put(writer, key, "a".repeat(LARGE), seen);
      Thread looking =
          new Thread(
              () -> {
                while (done.getCount() > 0) {
                  met.add(look(reader, key));
                }
              },
              "landfall-probe-reader");
      looking.start();
      try {
        for (int round = 0; round < REPLACEMENTS; round++) {
          target.put(writer, key, (round % 2 == 0 ? "b" : "a").repeat(LARGE), seen);
        }
      } finally {
        done.countDown();
        looking.join();
      }
    }
    met.remove("whole");
    return Answer.of(
        Holds.of(met.isEmpty()),
        met.isEmpty()
            ? "beside " + REPLACEMENTS + " replacements of 2 MiB a reader met whole objects only"
            : "a reader met " + met,
        seen);
  }

  private String look(S3Client reader, String key) {
    try {
      String text = target.get(reader, key, new Transcript()).orElse("");
      return text.length() == LARGE && text.chars().distinct().count() == 1
          ? "whole"
          : "an object of " + text.length() + " bytes";
    } catch (SdkException e) {
      // Refused or cut off: the client cannot take it for an object.
      return "whole";
    }
  }
}
