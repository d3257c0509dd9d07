package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.Property;
import dev.landfall.sdk.probe.Question;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.sdk.probe.Transcript;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks a MySQL, MariaDB or PostgreSQL for every property of the suite. One thread at a time.
 *
 * <p>Every experiment has keys and transactions of its own, so that none meets the locks of
 * another. The kill is the last one: it is made once and answers two questions.
 */
final class SqlProbe implements StoreProbe {
  private final SqlProbeTarget target;
  private final SqlPreparedExperiments prepared;
  private final SqlPlainExperiments plain;
  private @Nullable AfterKill afterKill;
  private String store = "";

  /** What was found when the store was up again. */
  private record AfterKill(Answer prepared, Answer acknowledged) {}

  SqlProbe(SqlProbeTarget target) {
    this.target = target;
    this.prepared = new SqlPreparedExperiments(target);
    this.plain = new SqlPlainExperiments(target);
  }

  /** Connects, looks what it is, and makes the table. */
  void begin(String dialect) throws SinkException, SQLException {
    try (SqlProbeSession session = target.connect("first", new Transcript())) {
      String version = session.value("SELECT VERSION()");
      requireDialect(dialect, version);
      target.requireListing(session);
      store = product(dialect) + version.split(",", 2)[0] + " at " + target.address();
      target.create(session);
    }
  }

  private void requireDialect(String dialect, String version) throws SinkException {
    boolean isMariaDb = version.contains("MariaDB");
    boolean isPostgres = version.startsWith("PostgreSQL");
    String actual = isMariaDb ? "mariadb" : isPostgres ? "postgres" : "mysql";
    if (!actual.equals(dialect)) {
      throw new SinkException(
          "Cannot probe "
              + target.address()
              + " as '"
              + dialect
              + "': it says \""
              + version
              + "\" (name the dialect '"
              + actual
              + "')");
    }
  }

  private static String product(String dialect) {
    return switch (dialect) {
      case "mysql" -> "MySQL ";
      case "mariadb" -> "MariaDB ";
      default -> ""; // it says its name with its version
    };
  }

  @Override
  public String store() {
    return store;
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question(Property.PREPARED_INVISIBLE, prepared::invisible),
        new Question(Property.PREPARED_SURVIVES_DISCONNECT, prepared::survivesDisconnect),
        new Question(Property.COMMIT_AFTER_OWNER, prepared::commitAfterOwner),
        new Question(Property.COMMIT_BESIDE_OWNER, prepared::commitBesideOwner),
        new Question(Property.SECOND_COMMIT, prepared::secondCommit),
        Question.notAsked(
            Property.COMMIT_AFTER_TIMEOUT, "this server sets no limit to what is prepared"),
        new Question(Property.COMMIT_ATOMIC, prepared::atomic),
        new Question(Property.FOREIGN_LISTED, prepared::foreignListed),
        new Question(Property.LEFTOVERS_LISTED, prepared::leftoversListed),
        new Question(Property.READERS_NOT_BLOCKED, prepared::readersNotBlocked),
        new Question(Property.FENCING, plain::fencing),
        new Question(Property.CONDITIONAL_PUT, plain::conditionalPut),
        new Question(Property.LIST_AFTER_PUT, plain::listAfterPut),
        new Question(Property.REPEAT_COUNTS_ONCE, plain::repeatCountsOnce),
        new Question(Property.HALF_OPEN_ENDED, plain::halfOpenEnded),
        new Question(Property.DEFAULT_READER_COMMITTED, plain::defaultReader),
        new Question(Property.PREPARED_SURVIVES_KILL, () -> afterKill().prepared()),
        new Question(Property.ACKNOWLEDGED_SURVIVES_KILL, () -> afterKill().acknowledged()));
  }

  private AfterKill afterKill() throws SinkException, SQLException {
    AfterKill known = afterKill;
    if (known == null) {
      known = target.context().kill().isPresent() ? kill() : noKill();
      afterKill = known;
    }
    return known;
  }

  private AfterKill noKill() throws SinkException, SQLException {
    Transcript said = new Transcript();
    try (SqlProbeSession session = target.connect("reader", said)) {
      target.verbs().durability().forEach(session::ask);
    }
    return new AfterKill(
        Answer.notAsked(ProbeContext.NO_CONSENT), Answer.notAsked(ProbeContext.NO_CONSENT, said));
  }

  private AfterKill kill() throws SinkException, SQLException {
    Transcript seen = new Transcript();
    String transaction = target.transaction();
    String key = target.key();
    String plainKey = target.key();
    try (SqlProbeSession owner = target.connect("owner", seen);
        SqlProbeSession writer = target.connect("writer", seen)) {
      target.verbs().durability().forEach(writer::ask);
      prepared.prepare(owner, transaction, key, 1);
      writer.run(target.insert(plainKey, 1));
      seen.noted("the server is killed, and started on the same data");
      target.context().kill().orElseThrow().killAndStart();
    }
    try (SqlProbeSession other = target.connect("other", seen)) {
      boolean listed = target.isListed(other, transaction);
      SqlReply commit = other.ask(target.verbs().commit(transaction));
      boolean whole = commit.isOk() && other.value(target.count(key)).equals("1");
      boolean kept = other.value(target.count(plainKey)).equals("1");
      return new AfterKill(
          Answer.of(
              Holds.of(listed && whole),
              listed ? "it is listed, and commits" : "it is not listed",
              seen),
          Answer.of(Holds.of(kept), kept ? "the row is there" : "the row is gone", seen));
    }
  }

  @Override
  public void close() throws SinkException {
    target.remove();
  }
}
