package dev.landfall.sink.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Something done on a connection. */
@FunctionalInterface
interface SqlWork<T> {
  T on(Connection connection) throws SQLException;
}
