package dev.landfall.sink.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Asks a server about a statement without running it. Servers judge rights then as they do for the
 * statement itself: roles, rights on single columns and views included, of which a list of grants
 * says too little. Stateless, thread-safe.
 */
interface Rehearsal {
  /**
   * Has the server judge a statement; nothing is written, and no row is locked.
   *
   * @throws SQLException what the server would answer to the statement
   */
  void judge(Connection connection, String sql) throws SQLException;

  /**
   * Has the server judge whether the user may make a table of that name.
   *
   * @throws SQLException that it may not
   */
  void judgeCreation(Connection connection, TableName table) throws SQLException;

  /**
   * Statements for a table whose columns the user does not see: it has no right on it, or there is
   * no such table. A server that gives rights on mere names refuses them in both cases; another
   * refuses them if the table is there, and else says that it is not.
   *
   * @param table quoted
   * @param use what the sink does with its rows
   */
  List<Rights.Sent> toUnseen(String table, Use use);

  /** What a sink does with rows of its table. */
  enum Use {
    APPEND,
    REPLACE,
    DELETE
  }

  /** Whether an error says that the user lacks a right. */
  boolean isRefusal(SQLException error);

  /** Whether an error says that there is no such table, and nothing against the user's rights. */
  boolean isAbsence(SQLException error);

  /** The statement that gives the user of this connection rights on a table. */
  String grant(Connection connection, TableName table, List<String> rights) throws SQLException;

  /**
   * The statement that gives the user of this connection rights which were refused on a table that
   * it does not see. It can be executed whether the table is there or not.
   */
  String grantUnseen(Connection connection, TableName table, List<String> rights)
      throws SQLException;

  /** The statement that lets the user of this connection make a table of that name. */
  String grantCreation(Connection connection, TableName table) throws SQLException;
}
