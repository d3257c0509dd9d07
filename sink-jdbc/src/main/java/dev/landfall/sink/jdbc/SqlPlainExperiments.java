package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.Transcript;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What a database keeps of plain rows and of its sessions. One thread at a time. */
final class SqlPlainExperiments {
  private static final int RACERS = 8;
  private static final int RACES = 3;
  private static final int PUTS = 20;

  private final SqlProbeTarget target;
  private final SqlProbeVerbs verbs;

  SqlPlainExperiments(SqlProbeTarget target) {
    this.target = target;
    this.verbs = target.verbs();
  }

  /** A stopped process still holds a transaction; its successor ends the session. */
  Answer fencing() throws SinkException, SQLException, InterruptedException {
    Transcript seen = new Transcript();
    String key = target.key();
    try (SqlProbeSession old = target.connect("old", seen);
        SqlProbeSession successor = target.connect("successor", seen)) {
      String session = old.value(verbs.session());
      old.run(verbs.begin(target.transaction()));
      old.run(target.insert(key, 1));
      successor.run(verbs.endSession(session));
      boolean ended = target.awaitEnd(successor, session).isPresent();
      SqlReply write = old.ask(target.insert(key + "late", 1));
      SqlReply own = successor.ask(target.insert(key, 2));
      boolean fenced = ended && !write.isOk() && own.isOk();
      return Answer.of(
          Holds.of(fenced),
          "by ending its session: its locks and unprepared writes go with it",
          seen);
    }
  }

  Answer conditionalPut() throws SinkException, SQLException, InterruptedException {
    Transcript seen = new Transcript();
    for (int race = 0; race < RACES; race++) {
      String key = target.key();
      List<Integer> winners = race(key, seen);
      try (SqlProbeSession reader = target.connect("reader", seen)) {
        String value = reader.value("SELECT v FROM " + target.table() + " WHERE k = '" + key + "'");
        if (winners.size() != 1 || !value.equals(String.valueOf(winners.get(0)))) {
          return Answer.no(
              "of " + RACERS + " inserts of one key " + winners + " were told OK", seen);
        }
      }
    }
    return Answer.yes(
        "by primary key: in " + RACES + " races of " + RACERS + " inserts one was told OK", seen);
  }

  private List<Integer> race(String key, Transcript seen)
      throws SinkException, SQLException, InterruptedException {
    List<SqlProbeSession> racers = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(RACERS);
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<Boolean>> told = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        SqlProbeSession racer = target.connect("racer" + i, seen);
        racers.add(racer);
        String insert = target.insert(key, i);
        Callable<Boolean> run =
            () -> {
              start.await();
              return racer.ask(insert).isOk();
            };
        told.add(pool.submit(run));
      }
      start.countDown();
      return winners(told);
    } finally {
      pool.shutdownNow();
      racers.forEach(SqlProbeSession::close);
    }
  }

  private static List<Integer> winners(List<Future<Boolean>> told)
      throws InterruptedException, SQLException {
    List<Integer> winners = new ArrayList<>();
    for (int i = 0; i < told.size(); i++) {
      try {
        if (told.get(i).get()) {
          winners.add(i);
        }
      } catch (ExecutionException e) {
        throw new SQLException("a racer failed: " + e.getCause(), e);
      }
    }
    return winners;
  }

  Answer listAfterPut() throws SinkException, SQLException {
    Transcript seen = new Transcript();
    String key = target.key();
    try (SqlProbeSession writer = target.connect("writer", seen);
        SqlProbeSession reader = target.connect("reader", seen)) {
      for (int put = 1; put <= PUTS; put++) {
        writer.run(target.insert(key + put, put));
        String rows = reader.value(target.count(key));
        if (!rows.equals(String.valueOf(put))) {
          return Answer.no("after " + put + " acknowledged rows a reader counts " + rows, seen);
        }
      }
      return Answer.yes(PUTS + " times of " + PUTS, seen);
    }
  }

  Answer repeatCountsOnce() throws SinkException, SQLException {
    Transcript seen = new Transcript();
    String key = target.key();
    try (SqlProbeSession writer = target.connect("writer", seen)) {
      writer.run(target.insert(key, 1));
      SqlReply again = writer.ask(target.insert(key, 1));
      String rows = writer.value(target.count(key));
      return Answer.of(
          Holds.of(rows.equals("1") && !again.isOk()),
          "by primary key, for as long as the row is there",
          seen);
    }
  }

  Answer defaultReader() throws SinkException, SQLException {
    Transcript seen = new Transcript();
    String key = target.key();
    try (SqlProbeSession writer = target.connect("writer", seen);
        SqlProbeSession reader = target.connect("reader", seen)) {
      writer.run("BEGIN", target.insert(key, 1));
      String rows = reader.value(target.count(key));
      String isolation = reader.isolation();
      seen.noted("a new connection has the isolation \"" + isolation + "\"");
      return Answer.of(Holds.of(rows.equals("0")), isolation, seen);
    }
  }

  /**
   * A client without a word is what a server sees of one whose machine is gone. The default is too
   * long to wait for; that it works at all is seen with one second.
   */
  Answer halfOpenEnded() throws SinkException, SQLException, InterruptedException {
    Transcript seen = new Transcript();
    try (SqlProbeSession silent = target.connect("silent", seen);
        SqlProbeSession observer = target.connect("observer", seen)) {
      String byDefault = observer.value(verbs.silence());
      String session = silent.value(verbs.session());
      silent.run(verbs.fallSilent());
      Optional<Duration> after = target.awaitEnd(observer, session);
      after.ifPresent(time -> seen.noted("the session was gone " + time.toMillis() + " ms later"));
      String setting = verbs.silenceSetting() + " = " + byDefault + " s";
      if (after.isEmpty()) {
        return Answer.no("a session that was silent for 10 s was kept; " + setting, seen);
      }
      return byDefault.equals("0")
          ? Answer.no("never by default (" + setting + "); with 1 s it was ended", seen)
          : Answer.yes("after " + setting + "; with 1 s it was ended", seen);
    }
  }
}
