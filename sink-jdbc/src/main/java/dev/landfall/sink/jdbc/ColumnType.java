package dev.landfall.sink.jdbc;

/** What a column holds, as far as writing it is concerned. */
enum ColumnType {
  BOOLEAN,
  INTEGER,
  DECIMAL,
  FLOAT,
  DOUBLE,
  TEXT,
  BYTES,
  DATE,
  TIME,
  /** Date and time without a zone: holds UTC. */
  TIMESTAMP,
  /** A moment. */
  TIMESTAMP_ZONED,
  JSON,
  UUID,
  /** A type that this sink does not write. */
  OTHER
}
