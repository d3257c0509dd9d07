package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.record.SinkRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says of a record whether the table could hold it, before it is logged (SI-8). Where the table is
 * not there yet, or cannot be looked at, a record passes, and publishing decides. Thread-safe.
 */
final class RecordCheck {
  private static final Logger LOG = LoggerFactory.getLogger(RecordCheck.class);

  private final Database database;

  /** Set once; the look may be made twice when two threads come first. */
  private volatile @Nullable RowMapper mapper;

  private volatile boolean looked;

  RecordCheck(Database database) {
    this.database = database;
  }

  Optional<String> of(SinkRecord record) {
    if (record.isDelete()) {
      return Optional.of("Cannot delete: mode confirm appends rows");
    }
    RowMapper known = mapper;
    if (known == null && !looked) {
      known = look();
    }
    if (known == null) {
      return Optional.empty();
    }
    try {
      known.map(record);
      return Optional.empty();
    } catch (RefusedValueException e) {
      return Optional.of(e.reason());
    }
  }

  private @Nullable RowMapper look() {
    try (Connection connection = database.connect()) {
      Optional<Target> target = new TargetResolver(database).resolve(connection);
      mapper =
          target
              .map(found -> new RowMapper(found, database.configuration().unknownFields()))
              .orElse(null);
    } catch (SinkException | SQLException e) {
      LOG.warn(
          "Cannot check records against {} before they are logged: {}",
          database.table(),
          e.getMessage());
    }
    looked = true;
    return mapper;
  }
}
