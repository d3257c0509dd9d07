package dev.landfall.runner.source;

import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SplitPosition;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where a file goes on. Immutable, thread-safe.
 *
 * @param position the next record's first byte, in what the file holds when it is decompressed
 * @param line its line
 * @param rotated bytes of the files that stood at this path before
 * @param head the file's first bytes
 * @param tail the last bytes before the position
 * @param schema the inferred types, or {@link #NO_SCHEMA}
 * @param identity tells the file from others that stand at its path later
 * @param end whether everything that was in the file then was read: one that is gone is then missed
 *     by nobody
 */
record FilePosition(
    long position,
    long line,
    long rotated,
    Fingerprint head,
    Fingerprint tail,
    String schema,
    String identity,
    End end) {
  /** Where the file's end was when the position was taken. */
  enum End {
    AHEAD,
    REACHED
  }

  /** Says that no record was read yet, so that nothing is inferred. */
  static final String NO_SCHEMA = "";

  private static final Fingerprint NOTHING = Fingerprint.of(new byte[0], 0, 0);

  /** Of a file that nothing was read of. */
  static final FilePosition BEGINNING = beginning(0, NO_SCHEMA);

  private static final String POSITION = "position";
  private static final String LINE = "line";
  private static final String ROTATED = "rotated";
  private static final String HEAD = "head";
  private static final String TAIL = "tail";
  private static final String SCHEMA = "schema";
  private static final String IDENTITY = "identity";
  private static final String END = "end";
  private static final String REACHED = "reached";

  /** Of a file that comes after others at its path. */
  static FilePosition beginning(long rotated, String schema) {
    return new FilePosition(0, 1, rotated, NOTHING, NOTHING, schema, FileIdentity.NONE, End.AHEAD);
  }

  SplitPosition toSplitPosition() {
    Map<String, String> fields = new TreeMap<>();
    fields.put(POSITION, Long.toString(position));
    fields.put(LINE, Long.toString(line));
    fields.put(ROTATED, Long.toString(rotated));
    fields.put(HEAD, head.toString());
    fields.put(TAIL, tail.toString());
    fields.put(SCHEMA, schema);
    fields.put(IDENTITY, identity);
    if (end == End.REACHED) {
      fields.put(END, REACHED); // Older releases wrote no such field.
    }
    return new SplitPosition(fields);
  }

  /** Reads what {@link #toSplitPosition} wrote. */
  static FilePosition of(String split, SplitPosition stored) throws SourceException {
    Map<String, String> fields = stored.fields();
    try {
      return new FilePosition(
          number(fields, POSITION),
          number(fields, LINE),
          number(fields, ROTATED),
          Fingerprint.parse(text(fields, HEAD)),
          Fingerprint.parse(text(fields, TAIL)),
          text(fields, SCHEMA),
          text(fields, IDENTITY),
          REACHED.equals(fields.get(END)) ? End.REACHED : End.AHEAD);
    } catch (NumberFormatException e) {
      throw new SourceException(
          "Cannot resume '"
              + split
              + "': the checkpoint holds "
              + fields
              + ", expected a file's position (was it written by another source?)",
          e);
    }
  }

  private static long number(Map<String, String> fields, String name) {
    long number = Long.parseLong(text(fields, name));
    if (number < 0) {
      throw new NumberFormatException(name + " is negative");
    }
    return number;
  }

  private static String text(Map<String, String> fields, String name) {
    @Nullable String text = fields.get(name);
    if (text == null) {
      throw new NumberFormatException(name + " is missing");
    }
    return text;
  }
}
