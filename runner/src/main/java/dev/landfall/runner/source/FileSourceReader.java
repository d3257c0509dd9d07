package dev.landfall.runner.source;

import dev.landfall.sdk.source.RecordOutput;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads files one after another, or in turn where they are followed. One thread at a time.
 *
 * <p>A file is open from its first record to its last: a list of a thousand files takes one file
 * descriptor.
 */
final class FileSourceReader implements SourceReader {
  private static final Logger LOG = LoggerFactory.getLogger(FileSourceReader.class);
  private static final int BATCH_RECORDS = 512;
  private static final long BATCH_BYTES = 1L << 20;
  private static final Duration IDLE_PAUSE = Duration.ofMillis(50);

  private final FileSource source;
  private final Rotation rotation;

  /** Where the splits that are not open go on. */
  private final Map<String, FilePosition> closed = new LinkedHashMap<>();

  private final Map<String, FileSplit> open = new LinkedHashMap<>();

  /** Files that were read and then deleted; one that stands there again must be what was read. */
  private final Set<String> gone = new HashSet<>();

  /** The splits that have more, or may get more. */
  private final Deque<String> unfinished = new ArrayDeque<>();

  FileSourceReader(FileSource source) {
    this.source = source;
    this.rotation = new Rotation(source.time());
  }

  @Override
  public void assign(String split, Optional<SplitPosition> from)
      throws SourceException, InterruptedException {
    FilePosition position =
        from.isPresent() ? FilePosition.of(split, from.get()) : FilePosition.BEGINNING;
    closed.put(split, position);
    unfinished.add(split);
    if (isReadAndGone(split, position)) {
      LOG.warn("'{}' is gone; it had been read to its end, so nothing of it is missing", split);
      gone.add(split);
      return;
    }
    if (from.isPresent()) {
      // Now, since a position that no longer fits must stop the start, not the middle of a run.
      open(split);
    }
  }

  /**
   * Whether a followed file that a glob had found was read to its end, and is no more: whoever
   * deletes what was read must not keep the pipeline from starting.
   */
  private boolean isReadAndGone(String split, FilePosition position) throws SourceException {
    return source.settings().follow()
        && position.end() == FilePosition.End.REACHED
        && !source.isNamed(split)
        && rotation.isGone(source.place(split, position), position);
  }

  private FileSplit open(String split) throws SourceException {
    FileSplit known = open.get(split);
    if (known == null) {
      FilePosition from = closed.getOrDefault(split, FilePosition.BEGINNING);
      FilePlace place = source.place(split, from);
      known =
          place.grows() ? rotation.open(place, from) : FileSplit.open(place, place.path(), from);
      open.put(split, known);
      closed.remove(split);
    }
    return known;
  }

  @Override
  public Status read(RecordOutput output) throws SourceException, InterruptedException {
    int idle = 0;
    while (idle < unfinished.size()) {
      String split = unfinished.element();
      if (isMissing(split)) {
        idle += toTheBack(split);
        continue;
      }
      switch (batch(followed(split), output)) {
        case RECORD, TOO_LARGE -> {
          return Status.MORE;
        }
        case WAIT -> idle += toTheBack(split);
        case END -> idle += ended(split);
      }
    }
    if (!source.settings().follow()) {
      return Status.END;
    }
    source.time().pause(IDLE_PAUSE);
    return Status.IDLE;
  }

  /** The open file in which a split goes on, which rotation may have changed. */
  private FileSplit followed(String split) throws SourceException {
    FileSplit current = rotation.follow(open(split));
    open.put(split, current);
    return current;
  }

  /** Whether a followed file is not there yet, or no more. */
  private boolean isMissing(String split) {
    return source.settings().follow()
        && (gone.contains(split) || FilePosition.BEGINNING.equals(closed.get(split)))
        && !source.exists(split);
  }

  /** So that every file gets its turn. */
  private int toTheBack(String split) {
    unfinished.remove(split);
    unfinished.add(split);
    return 1;
  }

  /** Goes on with the next file at the path, or ends; tells how many splits are idle for it. */
  private int ended(String split) throws SourceException {
    FileSplit ended = open(split);
    if (!ended.place().grows()) {
      finish(split);
      return 0;
    }
    Optional<FileSplit> successor = rotation.successor(ended);
    successor.ifPresent(next -> open.put(split, next));
    return successor.isPresent() ? 0 : toTheBack(split);
  }

  /** Reads a bounded number of records of one file, and says what came last. */
  private RecordScanner.Found batch(FileSplit split, RecordOutput output)
      throws SourceException, InterruptedException {
    long end = split.bytePosition() + BATCH_BYTES;
    int records = 0;
    RecordScanner.Found found = split.read(output);
    while (hasMore(found) && ++records < BATCH_RECORDS && split.bytePosition() < end) {
      found = split.read(output);
    }
    source.consumed(split);
    // A batch that ends at the end of the file is one all the same; the end is found next time.
    return records > 0 ? RecordScanner.Found.RECORD : found;
  }

  private static boolean hasMore(RecordScanner.Found found) {
    return found == RecordScanner.Found.RECORD || found == RecordScanner.Found.TOO_LARGE;
  }

  private void finish(String split) throws SourceException {
    FileSplit ended = open(split);
    closed.put(split, ended.position());
    open.remove(split);
    unfinished.remove();
    close(ended);
  }

  @Override
  public Map<String, SplitPosition> positions() {
    Map<String, SplitPosition> positions = new LinkedHashMap<>();
    closed.forEach((split, position) -> positions.put(split, position.toSplitPosition()));
    open.forEach((name, split) -> positions.put(name, split.position().toSplitPosition()));
    return positions;
  }

  @Override
  public void close() {
    open.values().forEach(FileSourceReader::close);
    open.clear();
  }

  static void close(FileSplit split) {
    try {
      split.close();
    } catch (IOException e) {
      // It was only read: nothing can be lost by it.
    }
  }
}
