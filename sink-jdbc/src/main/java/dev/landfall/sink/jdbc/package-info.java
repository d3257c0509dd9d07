/**
 * Rows in MySQL, MariaDB, PostgreSQL and H2. {@link dev.landfall.sink.jdbc.JdbcSinkProvider} is
 * where a reader starts.
 */
@org.jspecify.annotations.NullMarked
package dev.landfall.sink.jdbc;
