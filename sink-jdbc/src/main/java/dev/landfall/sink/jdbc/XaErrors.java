package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.sql.SQLException;
import java.util.EnumSet;
import javax.transaction.xa.XAException;

/** Puts XA's error codes into words (X/Open XA, 4.2 and the tables of chapter 3). Stateless. */
final class XaErrors {
  private XaErrors() {}

  static String name(XAException error) {
    String name =
        switch (error.errorCode) {
          case XAException.XAER_NOTA -> "XAER_NOTA: no such branch for this session";
          case XAException.XAER_RMFAIL -> "XAER_RMFAIL: the session cannot do this now, or is gone";
          case XAException.XAER_RMERR -> "XAER_RMERR: the server refuses";
          case XAException.XAER_DUPID -> "XAER_DUPID: the name is taken";
          case XAException.XAER_PROTO -> "XAER_PROTO: out of order";
          case XAException.XAER_OUTSIDE -> "XAER_OUTSIDE: a local transaction is open";
          case XAException.XAER_INVAL -> "XAER_INVAL: invalid name";
          case XAException.XA_RBDEADLOCK -> "XA_RBDEADLOCK: rolled back by a deadlock";
          case XAException.XA_RBTIMEOUT -> "XA_RBTIMEOUT: rolled back by a time-out";
          default -> "XA error " + error.errorCode;
        };
    return error.getMessage() == null ? name : name + " (" + error.getMessage() + ")";
  }

  /**
   * Whether the server could not be asked now; otherwise it has refused. PostgreSQL's driver has
   * one code for both where it lists branches, and the cause tells them apart.
   */
  static boolean isUnavailable(XAException error, Dialect dialect) {
    if (error.errorCode == XAException.XAER_RMFAIL) {
      return true;
    }
    return error.getCause() instanceof SQLException cause
        && EnumSet.of(SqlFailure.UNAVAILABLE, SqlFailure.LOCK)
            .contains(SqlFailure.of(cause, dialect));
  }

  /**
   * What a failure before the end of prepare means to the host: nothing is decided and nothing is
   * visible, so a restart from the last checkpoint may well succeed.
   */
  static SinkException beforePrepared(String what, XAException error, Dialect dialect) {
    String message = "Cannot " + what + ": " + name(error);
    boolean isFinal =
        error.errorCode == XAException.XAER_INVAL
            || (error.getCause() instanceof SQLException cause
                && SqlFailure.of(cause, dialect) == SqlFailure.OTHER
                && error.errorCode == XAException.XAER_RMERR);
    return isFinal
        ? new SinkException(message, error)
        : new StoreUnavailableException(message, error);
  }
}
