package dev.landfall.sink.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Tells sessions apart and ends them, so that what a dead or stopped process holds does not wait
 * for the server's own patience, which is hours by default. Stateless, thread-safe.
 */
interface Sessions {
  /**
   * Marks the session of a connection with a name that no other session has.
   *
   * @return the server's number of the session and what makes it unmistakable
   */
  Mark mark(Connection connection, String name) throws SQLException;

  /** Whether the marked session still lives. */
  boolean isAlive(Connection connection, String name, Mark mark) throws SQLException;

  /** Orders the marked session to end; it may take a moment. */
  void end(Connection connection, String name, Mark mark) throws SQLException;

  /**
   * What a server says of a session.
   *
   * @param number its number, which a server may give again after a restart
   * @param identity what rules that out; empty where the name does
   */
  record Mark(long number, String identity) {}
}
