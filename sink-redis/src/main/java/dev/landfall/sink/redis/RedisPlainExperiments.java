package dev.landfall.sink.redis;

import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What a Redis server keeps of plain keys and of its sessions. One thread at a time. */
final class RedisPlainExperiments {
  private static final int RACERS = 8;
  private static final int RACES = 3;
  private static final int PUTS = 20;

  private final RedisProbeTarget target;

  RedisPlainExperiments(RedisProbeTarget target) {
    this.target = target;
  }

  Answer fencing() {
    Transcript seen = new Transcript();
    String key = target.key();
    try (RedisProbeSession old = target.connect("old", seen);
        RedisProbeSession successor = target.connect("successor", seen)) {
      String id = old.ask("CLIENT", "ID").text();
      successor.ask("CLIENT", "KILL", "ID", id);
      RedisProbeSession.Reply late = old.ask("SET", key, "late");
      boolean there = successor.ask("GET", key).text().equals("late");
      return Answer.of(
          Holds.of(!late.isOk() && !there),
          "by CLIENT KILL of its session; one that connects again is shut out by nothing but a"
              + " version that a script compares",
          seen);
    }
  }

  Answer conditionalPut() throws InterruptedException, ExecutionException {
    Transcript seen = new Transcript();
    try (RedisProbeSession reader = target.connect("reader", seen)) {
      for (int race = 0; race < RACES; race++) {
        String key = target.key();
        List<String> winners = race(key, seen);
        String there = reader.ask("GET", key).text();
        if (!winners.equals(List.of(there))) {
          return Answer.no(
              "of " + RACERS + " SET NX of one key " + winners + " were told OK", seen);
        }
      }
    }
    return Answer.yes("by SET NX: in " + RACES + " races of " + RACERS + " one was told OK", seen);
  }

  private List<String> race(String key, Transcript seen)
      throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newFixedThreadPool(RACERS);
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<Boolean>> told = new ArrayList<>();
      for (int racer = 0; racer < RACERS; racer++) {
        String name = "racer" + racer;
        Callable<Boolean> run =
            () -> {
              try (RedisProbeSession session = target.connect(name, seen)) {
                start.await();
                return session.ask("SET", key, name, "NX").text().equals("OK");
              }
            };
        told.add(pool.submit(run));
      }
      start.countDown();
      List<String> winners = new ArrayList<>();
      for (int racer = 0; racer < RACERS; racer++) {
        if (told.get(racer).get()) {
          winners.add("racer" + racer);
        }
      }
      return winners;
    } finally {
      pool.shutdownNow();
    }
  }

  Answer listAfterPut() {
    Transcript seen = new Transcript();
    String prefix = target.key() + ":";
    try (RedisProbeSession writer = target.connect("writer", seen);
        RedisProbeSession reader = target.connect("reader", seen)) {
      for (int put = 1; put <= PUTS; put++) {
        writer.ask("SET", prefix + put, "x");
        int listed = target.scan(reader, prefix).size();
        if (listed != put) {
          return Answer.no("after " + put + " acknowledged keys " + listed + " are listed", seen);
        }
      }
      return Answer.yes(PUTS + " times of " + PUTS, seen);
    }
  }

  Answer leftoversListed() {
    Transcript seen = new Transcript();
    String key = target.key();
    try (RedisProbeSession dead = target.connect("dead", seen)) {
      dead.ask("SET", key, "left");
    }
    try (RedisProbeSession other = target.connect("other", seen)) {
      boolean found = target.scan(other, key).contains(key);
      return Answer.of(Holds.of(found), "keys, by SCAN of their prefix", seen);
    }
  }

  Answer repeatCountsOnce() {
    Transcript seen = new Transcript();
    String key = target.key();
    try (RedisProbeSession writer = target.connect("writer", seen)) {
      writer.ask("SET", key, "same");
      writer.ask("SET", key, "same");
      boolean same = writer.ask("GET", key).text().equals("same");
      return Answer.of(
          Holds.of(same), "by key, for as long as it is there (SET, HSET, DEL; not INCR)", seen);
    }
  }

  Answer halfOpenEnded() {
    return Answer.notAsked(
        "it takes a change of the server's settings; what they are stands beside it",
        settings("timeout", "tcp-keepalive"));
  }

  /** What the server says of itself. */
  Transcript settings(String... names) {
    Transcript said = new Transcript();
    try (RedisProbeSession session = target.connect("reader", said)) {
      for (String name : names) {
        session.ask("CONFIG", "GET", name);
      }
    }
    return said;
  }
}
