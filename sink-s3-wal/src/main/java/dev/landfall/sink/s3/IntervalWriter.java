package dev.landfall.sink.s3;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.record.SinkRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * Turns the records of one interval into data objects. One thread at a time.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>The same records in the same order give the same objects under the same names, whatever the
 *       threads do (W-3): see {@link OpenPart}.
 *   <li>Open objects take at most the buffer's bytes: when it is full, the largest are closed until
 *       half of it is free. Beside it there are at most two objects for each sending thread, and
 *       three blocks for each compressing one (SI-3).
 *   <li>An error of a sending thread surfaces in the next {@link #append}, at the latest in {@link
 *       #finish} (SI-1), and every later call fails (SI-2).
 * </ul>
 */
final class IntervalWriter implements AutoCloseable {
  /**
   * Blocks of one object whose size is not yet asked for; no setting, so that parts are the same.
   */
  private static final int BLOCKS_IN_WORK = 6;

  private final IntervalId interval;
  private final ObjectWriting writing;
  private final Announcement announcement;
  private final RecordFormat.RecordWriter records;
  private final ByteBlock line = new ByteBlock(1 << 10);
  private final Map<String, OpenPart> open = new LinkedHashMap<>();
  private final Map<String, Long> partNumbers = new HashMap<>();
  private final List<Future<DataObject>> sent = new ArrayList<>();
  private int checked;
  private long memoryBytes;
  private boolean finished;

  IntervalWriter(IntervalId interval, ObjectWriting writing, Announcement announcement) {
    this.interval = interval;
    this.writing = writing;
    this.announcement = announcement;
    this.records = writing.layout().format().writer();
  }

  /**
   * Adds a record; waits while too much is on its way.
   *
   * @throws UnwritableException if it has no place, or its format cannot hold it; nothing of it was
   *     added (SI-8)
   */
  void append(SinkRecord record) throws UnwritableException, SinkException, InterruptedException {
    failIfSendingFailed();
    line.clear();
    records.write(record, line);
    String folders = writing.layout().partition().folders(record);
    OpenPart part = open.get(folders);
    if (part == null) {
      part = begin(folders);
    }
    part.append(line);
    memoryBytes += line.size();
    roll(folders, part);
    if (memoryBytes > writing.limits().bufferBytes()) {
      relieve();
    }
  }

  /** Closes every object and waits for every acknowledgement; the objects in the order of keys. */
  List<DataObject> finish() throws SinkException, InterruptedException {
    close(List.copyOf(open.keySet()));
    List<DataObject> objects = new ArrayList<>(sent.size());
    for (Future<DataObject> object : sent) {
      objects.add(Workers.await(object));
    }
    objects.sort(Comparator.comparing(DataObject::key));
    finished = true;
    return objects;
  }

  /** An upper bound of what open objects hold. */
  long memoryBytes() {
    return memoryBytes;
  }

  private OpenPart begin(String folders) throws UnwritableException {
    Optional<String> problem = writing.layout().problem(folders);
    if (problem.isPresent()) {
      throw new UnwritableException(problem.get());
    }
    long number = partNumbers.merge(folders, 1L, Long::sum);
    OpenPart part = writing.begin(writing.layout().key(interval, folders, number));
    open.put(folders, part);
    memoryBytes += part.memoryBytes();
    return part;
  }

  private void roll(String folders, OpenPart part) throws SinkException, InterruptedException {
    if (part.records() >= writing.limits().objectRecords()) {
      close(List.of(folders));
    } else if (part.blockIsFull()) {
      long before = part.memoryBytes();
      boolean full = cut(part);
      memoryBytes += part.memoryBytes() - before;
      if (full) {
        close(List.of(folders));
      }
    }
  }

  /** Whether the object has reached its size. */
  private boolean cut(OpenPart part) throws SinkException, InterruptedException {
    Limits limits = writing.limits();
    part.cut();
    if (part.compressedBytes() >= limits.objectBytes()) {
      part.settle();
      if (part.compressedBytes() >= limits.objectBytes()) {
        return true;
      }
    }
    // Behind what is being compressed, so that a large object does not stop the writing thread at
    // each block.
    part.settleAllBut(BLOCKS_IN_WORK);
    if (part.settledBytes() >= limits.partBytes()) {
      announcement.before(List.of(part.key()));
      part.sendPart();
    }
    return false;
  }

  /** Frees half of the buffer, the largest first; equal ones in the order of keys. */
  private void relieve() throws SinkException, InterruptedException {
    memoryBytes = 0;
    for (OpenPart part : open.values()) {
      part.settle();
      memoryBytes += part.memoryBytes();
    }
    if (memoryBytes <= writing.limits().bufferBytes()) {
      return;
    }
    List<Map.Entry<String, OpenPart>> largest = new ArrayList<>(open.entrySet());
    largest.sort(
        Comparator.<Map.Entry<String, OpenPart>>comparingLong(part -> part.getValue().memoryBytes())
            .reversed()
            .thenComparing(Map.Entry::getKey));
    long toFree = memoryBytes - writing.limits().bufferBytes() / 2;
    List<String> victims = new ArrayList<>();
    for (int i = 0; i < largest.size() && toFree > 0; i++) {
      victims.add(largest.get(i).getKey());
      toFree -= largest.get(i).getValue().memoryBytes();
    }
    close(victims);
  }

  private void close(List<String> folders) throws SinkException, InterruptedException {
    List<String> keys = new ArrayList<>(folders.size());
    for (String folder : folders) {
      keys.add(part(folder).key());
    }
    if (!keys.isEmpty()) {
      announcement.before(keys);
    }
    for (String folder : folders) {
      OpenPart part = part(folder);
      memoryBytes -= part.memoryBytes();
      sent.add(part.finish());
      open.remove(folder);
    }
  }

  private OpenPart part(String folders) {
    OpenPart part = open.get(folders);
    if (part == null) {
      throw new IllegalStateException("no open object in '" + folders + "'");
    }
    return part;
  }

  /** Looks at each result once, in order, without waiting. */
  private void failIfSendingFailed() throws SinkException, InterruptedException {
    while (checked < sent.size() && sent.get(checked).isDone()) {
      Workers.await(sent.get(checked));
      checked++;
    }
  }

  /** Gives up what was not finished; what is in the store stays, under names of this interval. */
  @Override
  public void close() {
    if (!finished) {
      writing.discard(open.values());
      open.clear();
    }
  }
}
