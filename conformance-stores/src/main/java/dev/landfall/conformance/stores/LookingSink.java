package dev.landfall.conformance.stores;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks whether a segment is confirmed, and publishes it if not: rows and confirmation in one
 * transaction, and nothing that two of them would meet on. A COMMIT that is late finds its
 * successor's rows, and adds its own (W-6). One thread at a time.
 */
record LookingSink(WriteAheadSink good, SpoiledTable table) implements WriteAheadSink {
  /** Its table goes with the table of the run. */
  static final String SUFFIX = "_confirmation";

  @Override
  public SegmentPublisher publisher(RejectedRecords rejected) throws SinkException {
    Connection connection = table.connect();
    try {
      SpoiledTable.execute(
          connection,
          "CREATE TABLE IF NOT EXISTS " + table.name(SUFFIX) + " (segment VARCHAR(200) NOT NULL)");
      connection.setAutoCommit(false);
    } catch (SQLException e) {
      SpoiledTable.close(connection);
      throw SpoiledTable.failure("open", e);
    }
    return new Publisher(table, connection);
  }

  @Override
  public Optional<String> check(SinkRecord record) {
    return good.check(record);
  }

  @Override
  public Optional<SegmentStore> log() throws SinkException, InterruptedException {
    return good.log();
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

  private record Publisher(SpoiledTable table, Connection connection) implements SegmentPublisher {
    @Override
    public CommitOutcome publish(Segment segment)
        throws SinkException, IOException, InterruptedException {
      String name = segment.committable().interval().toString();
      try {
        if (isConfirmed(name)) {
          return CommitOutcome.alreadyCommitted("there is a row for " + name);
        }
        table.insert(connection, records(segment));
        confirm(name);
        connection.commit();
        return CommitOutcome.committed();
      } catch (SQLException e) {
        throw SpoiledTable.failure("publish " + name, e);
      }
    }

    private boolean isConfirmed(String name) throws SQLException {
      try (PreparedStatement look =
          connection.prepareStatement(
              "SELECT segment FROM " + table.name(SUFFIX) + " WHERE segment = ?")) {
        look.setString(1, name);
        try (ResultSet row = look.executeQuery()) {
          boolean found = row.next();
          connection.commit();
          return found;
        }
      }
    }

    private void confirm(String name) throws SQLException {
      try (PreparedStatement insert =
          connection.prepareStatement(
              "INSERT INTO " + table.name(SUFFIX) + " (segment) VALUES (?)")) {
        insert.setString(1, name);
        insert.executeUpdate();
      }
    }

    private static List<SinkRecord> records(Segment segment) throws IOException {
      List<SinkRecord> records = new ArrayList<>();
      try (SegmentReader reader = segment.open()) {
        Optional<SinkRecord> next = reader.next();
        while (next.isPresent()) {
          records.add(next.get());
          next = reader.next();
        }
      }
      return records;
    }

    @Override
    public void close() {
      SpoiledTable.close(connection);
    }
  }
}
