package dev.landfall.conformance.stores;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Inserts a key that it has not met before, and has met none when its process starts: a replay
 * fails at its own rows, for ever (I-4). One thread at a time.
 */
record InsertingSink(IdempotentSink good, SpoiledTable table) implements IdempotentSink {
  @Override
  public IdempotentWriter writer(WriterId id, RejectedRecords rejected) throws SinkException {
    return new Writer(table, table.connect());
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

  private record Writer(
      SpoiledTable table, Connection connection, List<SinkRecord> buffer, Set<String> met)
      implements IdempotentWriter {
    Writer(SpoiledTable table, Connection connection) {
      this(table, connection, new ArrayList<>(), new HashSet<>());
    }

    @Override
    public void write(SinkRecord record) {
      buffer.add(record);
    }

    @Override
    public void flush() throws SinkException {
      try {
        connection.setAutoCommit(false);
        for (SinkRecord record : buffer) {
          if (record.isDelete() || !met.add(record.key().toString())) {
            table.delete(connection, record);
          }
          if (!record.isDelete()) {
            table.insert(connection, List.of(record));
          }
        }
        connection.commit();
        buffer.clear();
      } catch (SQLException e) {
        throw SpoiledTable.failure("flush", e);
      }
    }

    @Override
    public void close() {
      SpoiledTable.close(connection);
    }
  }
}
