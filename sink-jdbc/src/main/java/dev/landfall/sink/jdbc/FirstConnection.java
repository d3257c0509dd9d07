package dev.landfall.sink.jdbc;

import dev.landfall.sdk.HostTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;

/**
 * Connects before there is a pool: a pool tries a refused login again until its time is over, and
 * then tells of time. A server that is away is waited for as the pool does. One thread at a time.
 */
final class FirstConnection {
  private static final Duration PAUSE = Duration.ofMillis(250);

  /** H2's DATABASE_ALREADY_OPEN_1: "Database may be already in use". */
  private static final int H2_OPEN_ELSEWHERE = 90020;

  /** Where the database is. */
  enum Place {
    THIS_PROCESS,
    A_SERVER
  }

  private final DataSource source;
  private final Dialect dialect;
  private final Place place;
  private final HostTime time;
  private final ThreadFactory threads;

  FirstConnection(
      DataSource source, Dialect dialect, Place place, HostTime time, ThreadFactory threads) {
    this.source = source;
    this.dialect = dialect;
    this.place = place;
    this.time = time;
    this.threads = threads;
  }

  /** The first connection, or why there is none. */
  Connection open(Duration patience) throws SQLException, InterruptedException {
    long deadline = time.nanos() + patience.toNanos();
    while (true) {
      try {
        return attempt(deadline - time.nanos());
      } catch (SQLException e) {
        if (!mayComeBack(e) || deadline - time.nanos() <= PAUSE.toNanos()) {
          throw e;
        }
      }
      time.pause(PAUSE);
    }
  }

  /**
   * A server may be back; a file of this process that cannot be opened stays so, unless another
   * process has it open.
   */
  private boolean mayComeBack(SQLException error) {
    if (place == Place.THIS_PROCESS) {
      return error.getErrorCode() == H2_OPEN_ELSEWHERE;
    }
    return !isLogin(error) && SqlFailure.of(error, dialect) == SqlFailure.UNAVAILABLE;
  }

  /** SQL:2016, class 28: invalid authorization specification. */
  static boolean isLogin(SQLException error) {
    return error.getSQLState() != null && error.getSQLState().startsWith("28");
  }

  private Connection attempt(long nanos) throws SQLException, InterruptedException {
    return TimedConnect.within(nanos, threads, source::getConnection, Connection::close);
  }
}
