package dev.landfall.sink.redis;

import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.Transcript;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What becomes of commands queued by MULTI, which is the only thing of Redis that waits for a
 * commit. One thread at a time.
 */
final class RedisQueueExperiments {
  private static final String OWNER = "owner";
  private static final String OTHER = "other";
  private static final String READER = "reader";
  private static final String EXEC = "EXEC";
  private static final String NIL = "nil";
  private static final int ROUNDS = 50;

  private final RedisProbeTarget target;

  RedisQueueExperiments(RedisProbeTarget target) {
    this.target = target;
  }

  static void queue(RedisProbeSession owner, String key) {
    owner.ask("MULTI");
    owner.ask("INCR", key);
  }

  Answer invisible() {
    Transcript seen = new Transcript();
    String key = target.key();
    try (RedisProbeSession owner = target.connect(OWNER, seen);
        RedisProbeSession reader = target.connect(READER, seen)) {
      queue(owner, key);
      String value = reader.ask("GET", key).text();
      return Answer.of(
          Holds.of(value.equals(NIL)), "a reader meets " + value + " for what is queued", seen);
    }
  }

  Answer survivesDisconnect() {
    Transcript seen = new Transcript();
    String key = target.key();
    try (RedisProbeSession owner = target.connect(OWNER, seen)) {
      queue(owner, key);
    }
    seen.noted("owner hangs up");
    return finishedElsewhere(key, "the queue ends with its connection: EXEC is answered ", seen);
  }

  Answer commitBesideOwner() {
    Transcript seen = new Transcript();
    String key = target.key();
    try (RedisProbeSession owner = target.connect(OWNER, seen)) {
      queue(owner, key);
      return finishedElsewhere(key, "EXEC of another connection is answered ", seen);
    }
  }

  private Answer finishedElsewhere(String key, String otherwise, Transcript seen) {
    try (RedisProbeSession other = target.connect(OTHER, seen)) {
      RedisProbeSession.Reply reply = other.ask(EXEC);
      boolean there = other.ask("GET", key).text().equals("1");
      return Answer.of(
          Holds.of(reply.isOk() && there), there ? "by EXEC" : otherwise + reply.text(), seen);
    }
  }

  Answer secondCommit() {
    Transcript seen = new Transcript();
    String key = target.key();
    try (RedisProbeSession owner = target.connect(OWNER, seen)) {
      queue(owner, key);
      owner.ask(EXEC);
      String second = owner.ask(EXEC).text();
      boolean once = owner.ask("GET", key).text().equals("1");
      return Answer.of(Holds.of(once), "a second EXEC is answered " + second, seen);
    }
  }

  Answer foreignListed() {
    Transcript seen = new Transcript();
    try (RedisProbeSession owner = target.connect(OWNER, seen);
        RedisProbeSession other = target.connect(OTHER, seen)) {
      String id = owner.ask("CLIENT", "ID").text();
      queue(owner, target.key());
      String line = other.reply("CLIENT", "LIST", "ID", id).text();
      String multi = line.replaceAll("(?s).*\\b(multi=-?\\d+).*", "$1");
      other.told("CLIENT LIST ID " + id, multi);
      return Answer.no(
          "CLIENT LIST tells that another session has commands queued ("
              + multi
              + "), but no name by which they could be finished",
          seen);
    }
  }

  Answer readersNotBlocked() {
    Transcript seen = new Transcript();
    String key = target.key();
    try (RedisProbeSession owner = target.connect(OWNER, seen);
        RedisProbeSession reader = target.connect(READER, seen)) {
      reader.ask("SET", key, "0");
      queue(owner, key);
      boolean old = reader.ask("GET", key).text().equals("0");
      boolean free = reader.ask("SET", key, "7").isOk();
      return Answer.of(Holds.of(old && free), "neither a reader nor a writer waits", seen);
    }
  }

  /** A reader asks for both keys as often as it can while EXEC counts both up. */
  Answer atomic() throws InterruptedException {
    Transcript seen = new Transcript();
    String key = target.key();
    Set<String> torn = new ConcurrentSkipListSet<>();
    AtomicInteger looks = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(1);
    try (RedisProbeSession owner = target.connect(OWNER, seen);
        RedisProbeSession reader = target.connect(READER, seen)) {
      Thread looking =
          new Thread(() -> look(reader, key, torn, looks, done), "landfall-probe-reader");
      looking.start();
      try {
        for (int round = 0; round < ROUNDS; round++) {
          owner.ask("MULTI");
          owner.ask("INCR", key + "a");
          owner.ask("INCR", key + "b");
          owner.ask(EXEC);
        }
      } finally {
        done.countDown();
        looking.join();
      }
    }
    return Answer.of(
        Holds.of(torn.isEmpty()),
        torn.isEmpty()
            ? "a reader that looked " + looks + " times beside " + ROUNDS + " EXEC met no half"
            : "a reader met " + torn,
        seen);
  }

  private static void look(
      RedisProbeSession reader,
      String key,
      Set<String> torn,
      AtomicInteger looks,
      CountDownLatch done) {
    while (done.getCount() > 0) {
      List<String> pair = reader.reply("MGET", key + "a", key + "b").list();
      looks.incrementAndGet();
      if (pair.size() != 2 || !pair.get(0).equals(pair.get(1))) {
        torn.add(pair.toString());
      }
    }
  }
}
