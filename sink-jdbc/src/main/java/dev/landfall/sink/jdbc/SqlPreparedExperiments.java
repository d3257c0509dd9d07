package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.Transcript;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What becomes of a prepared transaction: asked by statements, over connections that stand for
 * processes. One thread at a time.
 */
final class SqlPreparedExperiments {
  private static final String OWNER = "owner";
  private static final String OTHER = "other";
  private static final int ROUNDS = 10;
  private static final int ROWS = 2;

  private final SqlProbeTarget target;
  private final SqlProbeVerbs verbs;

  SqlPreparedExperiments(SqlProbeTarget target) {
    this.target = target;
    this.verbs = target.verbs();
  }

  /** Prepares a transaction that inserted rows of this key. */
  void prepare(SqlProbeSession owner, String transaction, String key, int rows)
      throws SQLException {
    owner.run(verbs.begin(transaction));
    for (int row = 0; row < rows; row++) {
      owner.run(target.insert(key + row, row));
    }
    owner.run(verbs.prepare(transaction));
  }

  Answer invisible() throws SinkException, SQLException {
    Transcript seen = new Transcript();
    String key = target.key();
    try (SqlProbeSession owner = target.connect(OWNER, seen);
        SqlProbeSession reader = target.connect("reader", seen)) {
      prepare(owner, target.transaction(), key, 1);
      String rows = reader.value(target.count(key));
      return Answer.of(
          Holds.of(rows.equals("0")), "a reader beside it counts " + rows + " rows", seen);
    }
  }

  Answer survivesDisconnect() throws SinkException, SQLException, InterruptedException {
    Transcript seen = new Transcript();
    String transaction = target.transaction();
    try (SqlProbeSession other = target.connect(OTHER, seen)) {
      prepareAndLeave(transaction, target.key(), seen, other);
      boolean listed = target.isListed(other, transaction);
      return Answer.of(
          Holds.of(listed),
          listed ? "it is still listed" : "it is listed no more, so it is lost",
          seen);
    }
  }

  Answer commitAfterOwner() throws SinkException, SQLException, InterruptedException {
    Transcript seen = new Transcript();
    String transaction = target.transaction();
    String key = target.key();
    try (SqlProbeSession other = target.connect(OTHER, seen)) {
      prepareAndLeave(transaction, key, seen, other);
      SqlReply reply = other.ask(verbs.commit(transaction));
      boolean committed = reply.isOk() && other.value(target.count(key)).equals("1");
      return Answer.of(Holds.of(committed), committed ? "at once" : reply.toString(), seen);
    }
  }

  /** Prepares, hangs up, and returns when the server has noticed. */
  private void prepareAndLeave(
      String transaction, String key, Transcript seen, SqlProbeSession observer)
      throws SinkException, SQLException, InterruptedException {
    String session;
    try (SqlProbeSession owner = target.connect(OWNER, seen)) {
      session = owner.value(verbs.session());
      prepare(owner, transaction, key, 1);
    }
    seen.noted("owner hangs up");
    if (target.awaitEnd(observer, session).isEmpty()) {
      throw new SQLException("the server keeps session " + session + " though it was closed");
    }
  }

  Answer commitBesideOwner() throws SinkException, SQLException {
    Transcript seen = new Transcript();
    String transaction = target.transaction();
    String key = target.key();
    try (SqlProbeSession owner = target.connect(OWNER, seen);
        SqlProbeSession other = target.connect(OTHER, seen)) {
      prepare(owner, transaction, key, 1);
      boolean listed = target.isListed(other, transaction);
      SqlReply reply = other.ask(verbs.commit(transaction));
      if (reply.isOk()) {
        boolean visible = other.value(target.count(key)).equals("1");
        return Answer.of(
            Holds.of(visible), "the server detaches what is prepared from its session", seen);
      }
      return Answer.no(
          "while the owner is connected the answer is "
              + shortly(reply)
              + (listed ? ", although it is listed: that answer is no proof" : ""),
          seen);
    }
  }

  private static String shortly(SqlReply reply) {
    return reply.code() == 0 ? "SQLSTATE " + reply.state() : "error " + reply.code();
  }

  Answer secondCommit() throws SinkException, SQLException, InterruptedException {
    Transcript seen = new Transcript();
    String transaction = target.transaction();
    String key = target.key();
    try (SqlProbeSession other = target.connect(OTHER, seen)) {
      prepareAndLeave(transaction, key, seen, other);
      other.run(verbs.commit(transaction));
      SqlReply second = other.ask(verbs.commit(transaction));
      SqlReply never = other.ask(verbs.commit(target.context().namespace() + "_never"));
      String rows = other.value(target.count(key));
      String same =
          second.isLike(never)
              ? ", the same as for one that never was: it is no proof of a commit"
              : ", another than for one that never was: " + shortly(never);
      String told = second.isOk() ? "it is told OK" : "the answer is " + shortly(second);
      return Answer.of(Holds.of(rows.equals("1")), told + same, seen);
    }
  }

  /** A reader looks as often as it can while two rows are committed. */
  Answer atomic() throws SinkException, SQLException, InterruptedException {
    Transcript seen = new Transcript();
    AtomicInteger looks = new AtomicInteger();
    for (int round = 0; round < ROUNDS; round++) {
      Set<String> counts = countsWhileCommitting(seen, looks);
      if (!Set.of("0", String.valueOf(ROWS)).containsAll(counts)) {
        return Answer.no("a reader counted " + counts + " of " + ROWS + " rows", seen);
      }
    }
    return Answer.yes(
        "a reader that looked "
            + looks
            + " times beside "
            + ROUNDS
            + " commits met none or all of the rows",
        seen);
  }

  private Set<String> countsWhileCommitting(Transcript seen, AtomicInteger looks)
      throws SinkException, SQLException, InterruptedException {
    String transaction = target.transaction();
    String key = target.key();
    Set<String> counts = new ConcurrentSkipListSet<>();
    CountDownLatch committed = new CountDownLatch(1);
    try (SqlProbeSession owner = target.connect(OWNER, seen);
        SqlProbeSession reader = target.connect("reader", seen)) {
      prepare(owner, transaction, key, ROWS);
      CountDownLatch looked = new CountDownLatch(1);
      Thread looking =
          new Thread(
              () -> {
                while (committed.getCount() > 0) {
                  SqlReply reply = reader.reply(target.count(key));
                  counts.addAll(reply.isOk() ? reply.rows() : List.of());
                  looks.incrementAndGet();
                  looked.countDown();
                }
              },
              "landfall-probe-reader");
      looking.start();
      looked.await();
      try {
        owner.run(verbs.commit(transaction));
      } finally {
        committed.countDown();
        looking.join();
      }
    }
    return counts;
  }

  Answer foreignListed() throws SinkException, SQLException {
    Transcript seen = new Transcript();
    String transaction = target.transaction();
    try (SqlProbeSession owner = target.connect(OWNER, seen);
        SqlProbeSession other = target.connect(OTHER, seen)) {
      prepare(owner, transaction, target.key(), 1);
      return Answer.of(
          Holds.of(target.isListed(other, transaction)),
          "by " + verbs.list() + " of another session",
          seen);
    }
  }

  Answer leftoversListed() throws SinkException, SQLException, InterruptedException {
    Transcript seen = new Transcript();
    String open = target.transaction();
    String prepared = target.transaction();
    String key = target.key();
    try (SqlProbeSession other = target.connect(OTHER, seen)) {
      String session;
      try (SqlProbeSession owner = target.connect(OWNER, seen)) {
        session = owner.value(verbs.session());
        owner.run(verbs.begin(open));
        owner.run(target.insert(key, 1));
        boolean listed = target.isListed(other, open);
        seen.noted("an open transaction is " + (listed ? "" : "not ") + "listed");
      }
      target.awaitEnd(other, session);
      prepareAndLeave(prepared, target.key(), seen, other);
      boolean found = target.isListed(other, prepared) && !target.isListed(other, open);
      boolean free = other.ask(target.insert(key, 2)).isOk();
      return Answer.of(
          Holds.of(found && free),
          "what is prepared is listed; what is not vanishes with its session, locks included",
          seen);
    }
  }

  /** A row that a prepared transaction has changed: who waits for it? */
  Answer readersNotBlocked() throws SinkException, SQLException {
    Transcript seen = new Transcript();
    String transaction = target.transaction();
    String key = target.key();
    try (SqlProbeSession owner = target.connect(OWNER, seen);
        SqlProbeSession reader = target.connect("reader", seen);
        SqlProbeSession writer = target.connect("writer", seen)) {
      reader.run(target.insert(key, 1));
      owner.run(verbs.begin(transaction));
      owner.run(update(key, 2));
      owner.run(verbs.prepare(transaction));
      SqlReply read = reader.ask("SELECT v FROM " + target.table() + " WHERE k = '" + key + "'");
      writer.run(verbs.waitOneSecond());
      SqlReply write = writer.ask(update(key, 3));
      return Answer.of(
          Holds.of(read.isOk() && read.rows().equals(List.of("1"))),
          "a reader meets the old value at once; a writer of the same row "
              + (write.isOk() ? "goes on" : "waits until the transaction ends"),
          seen);
    }
  }

  private String update(String key, int value) {
    return "UPDATE " + target.table() + " SET v = " + value + " WHERE k = '" + key + "'";
  }
}
