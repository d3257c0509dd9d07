package dev.landfall.sink.jdbc;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/**
 * What an error of a database asks for, by SQLSTATE (SQL:2016 part 2, section 24.1) and, where a
 * server files its errors under HY000, by its own number.
 */
enum SqlFailure {
  /** A record cannot be written: bisect, reject it by name (SI-8). */
  DATA,
  /** A deadlock or a lock wait that ran out: the same again may succeed. */
  LOCK,
  /** The server is away, shutting down or out of resources. */
  UNAVAILABLE,
  /** Anything else: missing table, missing right, our own mistake. */
  OTHER;

  /**
   * MySQL and MariaDB: 1153 packet too large, 1265 data truncated, 1366 incorrect value, 3819 and
   * 4025 check constraint, 3140 and 4038 bad JSON, 1364 no default.
   */
  private static final Set<Integer> MYSQL_DATA =
      Set.of(1153, 1265, 1366, 1364, 3140, 3819, 4025, 4038);

  private static final Set<Integer> MYSQL_LOCK = Set.of(1205, 1213);

  /**
   * PostgreSQL's cardinality_violation: keys that a collation takes for one met in one upsert. In
   * statements of their own both are written.
   */
  private static final String SAME_ROW_TWICE = "21000";

  /** 1040 too many connections, 1041 and 1021 memory and disk, 1053 shutdown, 1317 interrupted. */
  private static final Set<Integer> MYSQL_AWAY = Set.of(1021, 1040, 1041, 1053, 1317, 1927, 3169);

  /** Classifies an error. */
  static SqlFailure of(SQLException error, Dialect dialect) {
    if (error instanceof BatchUpdateException && error.getNextException() != null) {
      return of(error.getNextException(), dialect);
    }
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    if (dialect.countsErrorsLikeMySql()) {
      if (isLargerThanAPacket(error)) {
        return DATA;
      }
      SqlFailure byNumber = byNumber(error.getErrorCode());
      if (byNumber != OTHER) {
        return byNumber;
      }
    }
    if (error instanceof SQLTimeoutException || state.startsWith("40") || isLockState(state)) {
      return LOCK;
    }
    if (state.startsWith("22")
        || state.startsWith("23")
        || state.startsWith("44")
        || state.equals(SAME_ROW_TWICE)) {
      return DATA;
    }
    return isAway(error, state) ? UNAVAILABLE : OTHER;
  }

  /** Both drivers find out by themselves, and give it neither number nor state of its own. */
  private static boolean isLargerThanAPacket(SQLException error) {
    String message = error.getMessage() == null ? "" : error.getMessage();
    return message.startsWith("Packet for query is too large")
        || message.contains("Packet too big for current server max_allowed_packet");
  }

  private static SqlFailure byNumber(int number) {
    if (MYSQL_DATA.contains(number)) {
      return DATA;
    }
    if (MYSQL_LOCK.contains(number)) {
      return LOCK;
    }
    return MYSQL_AWAY.contains(number) ? UNAVAILABLE : OTHER;
  }

  /** PostgreSQL: lock not available, statement cancelled by its time-out; H2: lock time-out. */
  private static boolean isLockState(String state) {
    return state.equals("55P03") || state.equals("57014") || state.equals("HYT00");
  }

  private static boolean isAway(SQLException error, String state) {
    return error instanceof SQLNonTransientConnectionException
        || error instanceof SQLTransientConnectionException
        || error instanceof SQLRecoverableException
        || state.startsWith("08")
        || state.startsWith("53")
        || state.startsWith("57P")
        || state.startsWith("58");
  }
}
