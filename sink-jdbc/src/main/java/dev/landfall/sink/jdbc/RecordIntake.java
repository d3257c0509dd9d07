package dev.landfall.sink.jdbc;

import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.record.SinkRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes records, converts them, and keeps the rows until they are written; finds or makes the table
 * on the way. One thread at a time.
 *
 * <p>The table is looked up and made on a connection of its own: a statement that defines data
 * would end the transaction that it stands in (MySQL, MariaDB).
 */
final class RecordIntake {
  private final Database database;
  private final RejectedRecords rejected;
  private final TargetResolver resolver;
  private final UnmappedRecords unmapped;
  private @Nullable Mapped mapped;

  RecordIntake(Database database, RejectedRecords rejected) {
    this.database = database;
    this.rejected = rejected;
    this.resolver = new TargetResolver(database);
    this.unmapped = new UnmappedRecords(database.configuration());
  }

  /** What is known once the table is. */
  private record Mapped(Target target, RowMapper mapper, RowBuffer buffer) {}

  void add(SinkRecord record) throws SinkException {
    if (mapped == null && unmapped.isEmpty()) {
      open(resolve(resolver::resolve));
    }
    if (mapped == null) {
      unmapped.add(record);
    } else {
      map(mapped, record);
    }
  }

  /** Makes the table from the records so far, if it is still missing. */
  void settle() throws SinkException {
    if (unmapped.isEmpty()) {
      return;
    }
    List<SinkRecord> records = unmapped.records();
    Mapped opened =
        open(resolve(connection -> Optional.of(resolver.resolve(connection, records))))
            .orElseThrow();
    unmapped.clear();
    for (SinkRecord record : records) {
      map(opened, record);
    }
  }

  /** Finds the target on a connection of its own. */
  private interface Resolution {
    Optional<Target> on(Connection connection) throws SinkException;
  }

  private Optional<Target> resolve(Resolution resolution) throws SinkException {
    try (Connection connection = database.connect()) {
      return resolution.on(connection);
    } catch (SQLException e) {
      throw database.failure("read the columns of " + database.table(), e);
    }
  }

  private Optional<Mapped> open(Optional<Target> found) {
    if (found.isPresent()) {
      Target target = found.get();
      RowBuffer buffer =
          database.configuration().writesByKey() ? new UpsertBatch(target) : new AppendBuffer();
      mapped =
          new Mapped(
              target, new RowMapper(target, database.configuration().unknownFields()), buffer);
    }
    return Optional.ofNullable(mapped);
  }

  private void map(Mapped to, SinkRecord record) {
    try {
      to.buffer.add(to.mapper.map(record));
    } catch (RefusedValueException e) {
      rejected.reject(record, e.reason());
    }
  }

  /** Whether there is enough for a batch; makes the table if it is still missing then. */
  boolean isFull() throws SinkException {
    int most = database.configuration().batchRows();
    if (unmapped.isFull()) {
      settle();
    }
    return mapped != null
        && (mapped.buffer.size() >= most
            || mapped.buffer.bytes() >= database.configuration().batchSize().bytes());
  }

  boolean isEmpty() {
    return mapped == null || mapped.buffer.size() == 0;
  }

  long bytes() {
    return mapped == null ? 0 : mapped.buffer.bytes();
  }

  /**
   * The target; only after a record was added and {@link #settle} or {@link #isFull} was called.
   */
  Target target() {
    return Optional.ofNullable(mapped).orElseThrow().target;
  }

  List<Row> drain() {
    return mapped == null ? List.of() : mapped.buffer.drain();
  }

  void clear() {
    unmapped.clear();
    drain();
  }
}
