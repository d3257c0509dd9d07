package dev.landfall.conformance.stores;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes "unknown xid" for "committed before", and keeps the session that has prepared. MariaDB
 * answers so about every branch whose session is alive (T-4). One thread at a time.
 */
record CredulousXaSink(TwoPhaseCommitSink good, SpoiledTable table) implements TwoPhaseCommitSink {
  private static final int UNKNOWN_XID = 1397;

  @Override
  public TransactionWriter writer(WriterId id, Generation generation, RejectedRecords rejected) {
    return new Writer(table);
  }

  @Override
  public Committer committer() throws SinkException {
    return new Commits(table.connect());
  }

  @Override
  public Takeover takeover() throws SinkException, InterruptedException {
    return good.takeover();
  }

  @Override
  public Guarantee guarantee() {
    return good.guarantee();
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
    return good.preflight(terms);
  }

  @Override
  public void close() {
    good.close();
  }

  private static final class Writer implements TransactionWriter {
    private final SpoiledTable table;
    private final List<Connection> sessions = new ArrayList<>();
    private final List<SinkRecord> buffer = new ArrayList<>();
    private @Nullable IntervalId interval;

    Writer(SpoiledTable table) {
      this.table = table;
    }

    @Override
    public void begin(IntervalId begun) {
      interval = begun;
      buffer.clear();
    }

    @Override
    public void write(SinkRecord record) {
      buffer.add(record);
    }

    @Override
    public Optional<Committable> prepare() throws SinkException {
      IntervalId ended = interval;
      if (ended == null || buffer.isEmpty()) {
        return Optional.empty();
      }
      // One session a branch: the prepared one holds on to its session, and this sink to both.
      Connection session = table.connect();
      sessions.add(session);
      String xid = SqlNames.xid(ended);
      try {
        SpoiledTable.execute(session, "XA START " + xid);
        table.insert(session, buffer);
        SpoiledTable.execute(session, "XA END " + xid);
        SpoiledTable.execute(session, "XA PREPARE " + xid);
      } catch (SQLException e) {
        throw SpoiledTable.failure("prepare", e);
      }
      byte[] payload = xid.getBytes(StandardCharsets.UTF_8);
      return Optional.of(Committable.of(ended, 1, payload, buffer.size(), xid));
    }

    @Override
    public void abort() {
      buffer.clear();
    }

    @Override
    public void close() {
      sessions.forEach(SpoiledTable::close);
    }
  }

  private record Commits(Connection connection) implements Committer {
    @Override
    public CommitOutcome commit(Committable committable) throws SinkException {
      try {
        end("XA COMMIT ", committable);
        return CommitOutcome.committed();
      } catch (SQLException e) {
        if (e.getErrorCode() == UNKNOWN_XID) {
          return CommitOutcome.alreadyCommitted("the server knows no such branch any more");
        }
        throw SpoiledTable.failure("commit", e);
      }
    }

    @Override
    public void abort(Committable committable) throws SinkException {
      try {
        end("XA ROLLBACK ", committable);
      } catch (SQLException e) {
        throw SpoiledTable.failure("abort", e);
      }
    }

    private void end(String verb, Committable committable) throws SQLException {
      String xid = new String(committable.payload(), StandardCharsets.UTF_8);
      SpoiledTable.execute(connection, verb + xid);
    }

    @Override
    public Liveness liveness(Committable committable) {
      return Liveness.alive();
    }

    @Override
    public void close() {
      SpoiledTable.close(connection);
    }
  }
}
