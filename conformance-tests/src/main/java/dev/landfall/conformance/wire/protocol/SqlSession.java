package dev.landfall.conformance.wire.protocol;

import dev.landfall.conformance.model.Access;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What statements of one session do, with the transaction that it is in. One thread at a time.
 *
 * <p>What is not known to read is taken for a change: the observer then looks once too often, and
 * never once too seldom. A function that a query calls is not looked into.
 *
 * <p>A local transaction has no name in SQL, so it gets one that no other has: rules about names
 * then hold for it without being about it.
 */
final class SqlSession {
  private static final AtomicLong SESSIONS = new AtomicLong();
  private static final Pattern COMMENT =
      Pattern.compile("^[\\s(;]*((/\\*.*?\\*/|--[^\\n]*(\\n|$))[\\s(;]*)*", Pattern.DOTALL);
  private static final Pattern WORDS = Pattern.compile("([A-Za-z]+)(?:\\s+([A-Za-z]+))?");
  private static final Pattern HEX = Pattern.compile("(?:0x|[xX]')([0-9a-fA-F]+)'?");

  /** Tables in which a sink says who writes: rows come and go there with generations. */
  private static final Pattern GENERATIONS =
      Pattern.compile(
          "(?:INSERT INTO|DELETE FROM|UPDATE) \\S*_(?:fence|session)[`\"]? ",
          Pattern.CASE_INSENSITIVE);

  /** Within a query that may hold a change. */
  private static final Pattern CHANGE =
      Pattern.compile("\\b(INSERT|UPDATE|DELETE|MERGE|REPLACE)\\b", Pattern.CASE_INSENSITIVE);

  private static final Pattern ANALYZE = Pattern.compile("\\bANALYZE\\b", Pattern.CASE_INSENSITIVE);

  /** Of MySQL and MariaDB alone. */
  private static final Pattern AUTOCOMMIT =
      Pattern.compile(
          "\\bautocommit\\s*:?=\\s*(0|1|ON|OFF|TRUE|FALSE)\\b", Pattern.CASE_INSENSITIVE);

  private static final Set<String> ON = Set.of("1", "ON", "TRUE");

  /** They change nothing that outlives the session. */
  private static final Set<String> READS =
      Set.of(
          "VALUES",
          "SHOW",
          "DESCRIBE",
          "DESC",
          "TABLE",
          "HELP",
          "USE",
          "RESET",
          "BEGIN",
          "START",
          "SAVEPOINT",
          "RELEASE",
          "DECLARE",
          "FETCH",
          "CLOSE",
          "DEALLOCATE",
          "DISCARD");

  private static final Pattern QUOTED = Pattern.compile("'([^']*)'");

  private final long number = SESSIONS.incrementAndGet();
  private long transactions = 1;
  private String branch = "";
  private boolean confirms;
  private boolean commitsEach = true;
  private boolean pending;

  /** What one statement is. Immutable, thread-safe. */
  record Statement(String verb, Access access, String name) {
    boolean isSetUp() {
      return verb.equals("Set") || verb.equals("Show") || verb.equals("Begin");
    }
  }

  /** Reads a statement, and remembers what it does to the session. */
  Statement read(String sql) {
    String text = COMMENT.matcher(sql).replaceFirst("");
    Matcher words = WORDS.matcher(text);
    if (!words.lookingAt()) {
      return text.isBlank() ? new Statement("Other", Access.READ, "") : change("OTHER", text);
    }
    String first = words.group(1).toUpperCase(Locale.ROOT);
    String second = words.group(2) == null ? "" : words.group(2).toUpperCase(Locale.ROOT);
    return switch (first) {
      case "XA" -> xa(second, text);
      case "PREPARE" ->
          second.equals("TRANSACTION")
              ? prepared("PrepareTransaction", Access.PREPARE, text)
              : new Statement("Prepare", Access.READ, ""); // a statement, which is not run
      case "COMMIT", "END" ->
          second.equals("PREPARED")
              ? prepared("CommitPrepared", Access.COMMIT, text)
              : end("Commit", confirms ? Access.CONFIRM : Access.PUT);
      case "ROLLBACK", "ABORT" ->
          second.equals("PREPARED")
              ? prepared("RollbackPrepared", Access.ABORT, text)
              : end("Rollback", Access.ABORT);
      case "KILL" -> new Statement("Kill", Access.FENCE, local());
      case "CREATE", "ALTER", "DROP" -> new Statement(word(first), Access.LOG, local());
      case "SELECT" -> select(text);
      case "SET" -> set(text);
      case "WITH" -> query(first, text, CHANGE.matcher(text).find());
      case "EXPLAIN" ->
          query(first, text, ANALYZE.matcher(text).find() && CHANGE.matcher(text).find());
      default -> query(first, text, !READS.contains(first));
    };
  }

  private Statement query(String verb, String text, boolean changes) {
    return changes ? change(verb, text) : new Statement(word(verb), Access.READ, "");
  }

  /** To switch autocommit on is to commit. */
  private Statement set(String text) {
    Matcher autocommit = AUTOCOMMIT.matcher(text);
    boolean commits = false;
    while (autocommit.find()) {
      commitsEach = ON.contains(autocommit.group(1).toUpperCase(Locale.ROOT));
      commits = commitsEach && pending;
    }
    return commits
        ? end("SetAutocommit", confirms ? Access.CONFIRM : Access.PUT)
        : new Statement("Set", Access.READ, "");
  }

  private Statement select(String text) {
    if (text.contains("pg_terminate_backend")) {
      return new Statement("Terminate", Access.FENCE, local());
    }
    boolean setUp = text.contains("@@") || text.contains("current_setting");
    return new Statement(setUp ? "Show" : "Select", Access.READ, "");
  }

  private Statement xa(String what, String text) {
    String name = xid(text);
    return switch (what) {
      case "START", "BEGIN" -> {
        branch = name;
        yield new Statement("XaStart", Access.STAGE, name);
      }
      case "END" -> {
        branch = "";
        yield new Statement("XaEnd", Access.STAGE, name);
      }
      case "PREPARE" -> new Statement("XaPrepare", Access.PREPARE, name);
      case "COMMIT" -> new Statement("XaCommit", Access.COMMIT, name);
      case "ROLLBACK" -> new Statement("XaRollback", Access.ABORT, name);
      default -> new Statement("XaRecover", Access.READ, "");
    };
  }

  private Statement prepared(String verb, Access access, String text) {
    Matcher quoted = QUOTED.matcher(text);
    String name = quoted.find() ? quoted.group(1) : "";
    if (access == Access.PREPARE) {
      nextTransaction();
    }
    return new Statement(verb, access, name);
  }

  private Statement change(String verb, String text) {
    if (GENERATIONS.matcher(text).lookingAt()) {
      return new Statement(word(verb), Access.FENCE, local());
    }
    pending |= !commitsEach && branch.isEmpty();
    confirms |= verb.equals("INSERT") && text.contains("_confirmation");
    return branch.isEmpty()
        ? new Statement(word(verb), Access.PUT, local())
        : new Statement(word(verb), Access.STAGE, branch);
  }

  private Statement end(String verb, Access access) {
    String name = local();
    nextTransaction();
    return new Statement(verb, access, name);
  }

  private void nextTransaction() {
    transactions++;
    confirms = false;
    pending = false;
  }

  /** A change of which the statement was sent before. */
  Statement done(String verb) {
    return new Statement(verb, Access.PUT, local());
  }

  private String local() {
    return "session " + number + "." + transactions;
  }

  /** The two texts of an xid, as {@code GLOBAL,BRANCH}. */
  private static String xid(String text) {
    StringBuilder name = new StringBuilder();
    Matcher hex = HEX.matcher(text);
    for (int part = 0; part < 2 && hex.find(); part++) {
      String digits = hex.group(1);
      String even = digits.length() % 2 == 0 ? digits : "0" + digits;
      name.append(part == 0 ? "" : ",")
          .append(new String(HexFormat.of().parseHex(even), StandardCharsets.ISO_8859_1));
    }
    if (name.isEmpty()) {
      Matcher quoted = QUOTED.matcher(text);
      while (quoted.find()) {
        name.append(name.isEmpty() ? "" : ",").append(quoted.group(1));
      }
    }
    return name.toString();
  }

  private static String word(String upper) {
    return upper.charAt(0) + upper.substring(1).toLowerCase(Locale.ROOT);
  }
}
