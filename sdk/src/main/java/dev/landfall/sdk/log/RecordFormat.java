package dev.landfall.sdk.log;

/**
 * How a record lies in a segment. Stateless, thread-safe.
 *
 * <pre>
 * record  = u8 flags
 *           [i64 timestamp]            if TIMESTAMP
 *           [text split]               unless SAME_SPLIT: then it is that of the record before
 *           zigzag offset
 *           [zigzag line]              if LINE
 *           value key, value value
 *           [varint count, (text name, bytes value)*]   if HEADERS
 *
 * value   = u8 tag, then by tag:
 *           NULL, FALSE, TRUE   nothing        LONG     zigzag
 *           DOUBLE   i64, its raw bits         DECIMAL  zigzag scale, bytes unscaled value
 *           TEXT     text                      BYTES    bytes
 *           INSTANT  zigzag seconds, varint nanoseconds
 *           DATE     zigzag days since 1970    TIME     varint nanoseconds of the day
 *           LIST     varint count, value*      MAP      varint count, (text name, value)*
 *
 * text    = varint 2 * n + 0, n bytes of UTF-8
 *         | varint 2 * n + 1, n bytes of UTF-16: text with half a surrogate pair, which UTF-8 cannot
 *           hold and a JSON source can deliver
 * bytes   = varint n, n bytes
 * varint  = 7 bits a byte, lowest first, the top bit says that more follow; at most 10 bytes
 * zigzag  = varint of (n &lt;&lt; 1) ^ (n &gt;&gt; 63), so that small negative numbers stay short
 * </pre>
 *
 * <p>Tags and flags are never renumbered: a new kind takes a new number and a new segment version.
 * Other numbers are big-endian. The split is left out where it repeats, which is nearly always, and
 * then costs neither bytes nor a string when it is read; so records are read in their order only.
 */
final class RecordFormat {
  static final int DELETE = 1;
  static final int TIMESTAMP = 1 << 1;
  static final int SAME_SPLIT = 1 << 2;
  static final int LINE = 1 << 3;
  static final int HEADERS = 1 << 4;
  static final int ALL_FLAGS = DELETE | TIMESTAMP | SAME_SPLIT | LINE | HEADERS;

  static final int NULL_TAG = 0;
  static final int FALSE_TAG = 1;
  static final int TRUE_TAG = 2;
  static final int LONG_TAG = 3;
  static final int DOUBLE_TAG = 4;
  static final int DECIMAL_TAG = 5;
  static final int TEXT_TAG = 6;
  static final int BYTES_TAG = 7;
  static final int INSTANT_TAG = 8;
  static final int DATE_TAG = 9;
  static final int TIME_TAG = 10;
  static final int LIST_TAG = 11;
  static final int MAP_TAG = 12;

  /** No record is longer; a segment holds what goes to a store in one piece. */
  static final int MAX_RECORD_BYTES = 64 << 20;

  /** No list or map lies deeper, so that no record can exhaust the stack. */
  static final int MAX_DEPTH = 256;

  private RecordFormat() {}
}
