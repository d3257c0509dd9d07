package dev.landfall.sink.jdbc;

import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.record.SinkRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows by key. One thread at a time.
 *
 * <p>Each statement is a local transaction, so only the server is ever inside one, and a process
 * that is stopped holds no lock. A batch that is repeated (lost answer, replay, new start) leaves
 * the same rows (I-1), so no outcome of a commit is ever in doubt here.
 */
final class UpsertWriter implements IdempotentWriter {
  private final Database database;
  private final RejectedRecords rejected;
  private final TargetResolver resolver;
  private final RowSender sender;
  private final UnmappedRecords unmapped;

  private @Nullable Connection connection;
  private @Nullable Destination destination;
  private @Nullable SinkException poison;

  UpsertWriter(Database database, RejectedRecords rejected) {
    this.database = database;
    this.rejected = rejected;
    this.resolver = new TargetResolver(database);
    this.sender = RowSender.of(database);
    this.unmapped = new UnmappedRecords(database.configuration());
  }

  /** What is known once the table is. */
  private record Destination(
      RowMapper mapper, UpsertBatch batch, KeyedRows rows, long batchBytes) {}

  @Override
  public void write(SinkRecord record) throws SinkException, InterruptedException {
    requireSound();
    try {
      if (destination == null && unmapped.isEmpty()) {
        Optional<Target> target = resolver.resolve(connected());
        if (target.isPresent()) {
          open(target.get());
        }
      }
      if (destination != null) {
        add(destination, record);
        return;
      }
      unmapped.add(record);
      if (unmapped.isFull()) {
        openFromRecords();
      }
    } catch (SinkException e) {
      throw poison(e);
    }
  }

  @Override
  public void flush() throws SinkException, InterruptedException {
    requireSound();
    try {
      if (!unmapped.isEmpty()) {
        openFromRecords();
      }
      if (destination != null) {
        send(destination);
      }
      sender.settle();
    } catch (SinkException e) {
      throw poison(e);
    }
  }

  private void openFromRecords() throws SinkException, InterruptedException {
    List<SinkRecord> records = unmapped.records();
    Destination opened = open(resolver.resolve(connected(), records));
    unmapped.clear();
    for (SinkRecord record : records) {
      add(opened, record);
    }
  }

  private Destination open(Target target) throws SinkException {
    Dialect dialect = database.dialect();
    Connection open = connected();
    RowStatements statements =
        new RowStatements(
            open,
            target,
            dialect,
            database.configuration().batchRows(),
            rows -> dialect.upsertSql(target, rows));
    Destination opened =
        new Destination(
            new RowMapper(target, database.configuration().unknownFields()),
            new UpsertBatch(target),
            new KeyedRows(database, statements, rejected),
            database.batchBytes(open));
    commitEach(open);
    destination = opened;
    return opened;
  }

  private void commitEach(Connection open) throws SinkException {
    try {
      open.setAutoCommit(true);
    } catch (SQLException e) {
      throw database.failure("write into " + database.table(), e);
    }
  }

  private Connection connected() throws SinkException {
    if (connection == null) {
      connection = database.connect();
    }
    return connection;
  }

  private void add(Destination to, SinkRecord record) throws SinkException, InterruptedException {
    Row row;
    try {
      row = to.mapper.map(record);
    } catch (RefusedValueException e) {
      rejected.reject(record, e.reason());
      return;
    }
    if (to.batch.bytes() + row.bytes() > to.batchBytes) {
      send(to);
    }
    to.batch.add(row);
    if (to.batch.size() >= database.configuration().batchRows()) {
      send(to);
    }
  }

  private void send(Destination to) throws SinkException, InterruptedException {
    List<Row> rows = to.batch.drain();
    sender.send(() -> to.rows.write(rows));
  }

  private void requireSound() throws SinkException {
    if (poison != null) {
      throw new SinkException(
          "Cannot go on after an earlier failure (SI-2): " + poison.getMessage(), poison);
    }
  }

  private SinkException poison(SinkException cause) {
    poison = cause;
    release();
    return cause;
  }

  private void release() {
    sender.close();
    if (destination != null) {
      destination.rows.close();
      destination = null;
    }
    if (connection != null) {
      if (poison == null) {
        close(connection);
      } else {
        database.destroy(connection);
      }
      connection = null;
    }
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // Nothing was pending on it.
    }
  }

  @Override
  public void close() {
    release();
  }
}
