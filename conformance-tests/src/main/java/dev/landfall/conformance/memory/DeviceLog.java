package dev.landfall.conformance.memory;

import dev.landfall.conformance.memory.LogDevice.Line;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import dev.landfall.sdk.log.TornSegmentException;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Segments on the store's log device: one file each, renamed when it is sealed, its number of
 * records in the last line. One thread at a time.
 *
 * <p>A broken sink keeps all segments of a subtask in one file instead, with the interval in each
 * line.
 */
final class DeviceLog implements SegmentStore {
  static final String OPEN = ".open";
  private static final int BATCH = 2;

  private final LogSink sink;
  private Connection connection;

  DeviceLog(LogSink sink) {
    this.sink = sink;
    this.connection = sink.connect();
  }

  private Connection connection() {
    if (connection.isBroken()) {
      connection = sink.connect();
    }
    return connection;
  }

  private static IOException failed(String what, StoreFailure e) {
    return new IOException("Cannot " + what + ": " + e.getMessage(), e);
  }

  @Override
  public SegmentWriter open(IntervalId interval) {
    return new Writer(interval);
  }

  private String file(IntervalId interval) {
    return sink.sharesLogFile()
        ? Names.SEGMENTS + interval.writer() + "/shared"
        : Names.segment(interval);
  }

  private final class Writer implements SegmentWriter {
    private final IntervalId interval;
    private final List<Entry> buffer = new ArrayList<>();
    private long records;
    private boolean sealed;

    Writer(IntervalId interval) {
      this.interval = interval;
    }

    private String openFile() {
      return sink.sharesLogFile() ? file(interval) : file(interval) + OPEN;
    }

    @Override
    public void append(SinkRecord record) throws IOException {
      buffer.add(Entry.of(record));
      records++;
      if (buffer.size() >= BATCH) {
        flush();
      }
    }

    private void flush() throws IOException {
      List<Line> lines = buffer.stream().map(entry -> line(interval, entry)).toList();
      List<Entry> batch = List.copyOf(buffer);
      buffer.clear();
      try {
        connection().logs().append(openFile(), batch, lines);
      } catch (StoreFailure e) {
        throw failed("append to segment " + interval, e);
      }
    }

    @Override
    public Optional<Committable> seal() throws IOException {
      if (records == 0) {
        return Optional.empty();
      }
      if (!buffer.isEmpty()) {
        flush();
      }
      try {
        Line last = new Line(interval + " sealed " + records, false);
        connection().logs().append(openFile(), List.of(), List.of(last));
        if (!sink.sharesLogFile()) {
          connection().logs().rename(openFile(), file(interval));
        }
      } catch (StoreFailure e) {
        throw failed("seal segment " + interval, e);
      }
      sealed = true;
      byte[] payload = file(interval).getBytes(StandardCharsets.UTF_8);
      Committable committable =
          Committable.of(interval, 1, payload, records, "segment " + interval);
      if (sink.has(Trait.CONFIRMS_AT_SEAL)) {
        publish(committable);
      }
      return Optional.of(committable);
    }

    private void publish(Committable committable) throws IOException {
      LogSinkPublisher publisher = new LogSinkPublisher(sink);
      try {
        publisher.publish(sealed(committable));
      } catch (SinkException e) {
        throw new IOException(e);
      } finally {
        publisher.close();
      }
    }

    @Override
    public void close() throws IOException {
      if (!sealed && records > 0 && !sink.sharesLogFile()) {
        sealed = true;
        try {
          connection().logs().delete(openFile());
        } catch (StoreFailure e) {
          throw failed("discard segment " + interval, e);
        }
      }
    }
  }

  private static Line line(IntervalId interval, Entry entry) {
    return new Line(
        interval + " " + entry.key() + " " + entry.record() + " " + entry.kind(), false);
  }

  private static Optional<Entry> entry(Line line) {
    String[] words = line.text().split(" ", -1);
    return words.length == 4
        ? Optional.of(new Entry(words[1], words[2], Entry.Kind.valueOf(words[3])))
        : Optional.empty();
  }

  @Override
  public Segment sealed(Committable committable) throws IOException {
    String file = file(committable.interval());
    try {
      if (!connection().logs().list(file).contains(file)) {
        throw new TornSegmentException("Cannot find log segment " + committable.interval());
      }
    } catch (StoreFailure e) {
      throw failed("look for segment " + committable.interval(), e);
    }
    return new Segment() {
      @Override
      public Committable committable() {
        return committable;
      }

      @Override
      public SegmentReader open() throws IOException {
        return reader(read(committable));
      }
    };
  }

  private List<Entry> read(Committable committable) throws IOException {
    String file = file(committable.interval());
    List<Line> lines;
    try {
      lines = connection().logs().read(file);
    } catch (StoreFailure e) {
      throw failed("read segment " + committable.interval(), e);
    }
    return sink.sharesLogFile() ? scan(committable, lines) : verified(committable, lines);
  }

  private static List<Entry> verified(Committable committable, List<Line> lines)
      throws TornSegmentException {
    List<Entry> entries = new ArrayList<>();
    for (Line line : lines) {
      if (!line.torn()) {
        entry(line).ifPresent(entries::add);
      }
    }
    if (entries.size() != committable.records() || lines.size() != committable.records() + 1) {
      throw new TornSegmentException(
          "Cannot read segment "
              + committable.interval()
              + ": "
              + entries.size()
              + " records, expected "
              + committable.records());
    }
    return entries;
  }

  private List<Entry> scan(Committable committable, List<Line> lines) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (Line line : lines) {
      if (line.torn() && sink.has(Trait.TORN_ENTRY_ENDS_READING)) {
        return entries;
      }
      if (line.torn()) {
        throw new IOException("torn entry before segment " + committable.interval());
      }
      if (line.text().startsWith(committable.interval() + " ")) {
        entry(line).ifPresent(entries::add);
      }
    }
    return entries;
  }

  /** The records of a segment, whoever they belong to. */
  List<Entry> entries(String file) throws StoreFailure {
    return connection().logs().read(file).stream()
        .map(DeviceLog::entry)
        .flatMap(Optional::stream)
        .toList();
  }

  private static SegmentReader reader(List<Entry> entries) {
    return new SegmentReader() {
      private int next;

      @Override
      public Optional<SinkRecord> next() {
        return next < entries.size() ? Optional.of(record(entries.get(next++))) : Optional.empty();
      }

      @Override
      public void close() {
        next = entries.size();
      }
    };
  }

  private static SinkRecord record(Entry entry) {
    SourcePosition position = SourcePosition.of(entry.split(), entry.offset());
    return SinkRecord.put(Value.of(entry.key()), Value.of(entry.record())).at(position);
  }

  @Override
  public void forget(Committable committable) throws IOException {
    if (!sink.sharesLogFile()) {
      delete(file(committable.interval()));
    }
  }

  private void delete(String file) throws IOException {
    try {
      connection().logs().delete(file);
    } catch (StoreFailure e) {
      throw failed("delete " + file, e);
    }
  }

  @Override
  public List<String> clear(WriterScope scope, Generation current, Set<IntervalId> retained)
      throws IOException {
    List<String> cleared = new ArrayList<>();
    if (sink.sharesLogFile()) {
      return cleared;
    }
    try {
      for (String file : connection().logs().list(Names.SEGMENTS + scope.sink() + "/")) {
        String name = file.endsWith(OPEN) ? file.substring(0, file.length() - OPEN.length()) : file;
        IntervalId interval = LogSinkTakeover.interval(name);
        if (scope.contains(interval.writer())
            && interval.generation().isOlderThan(current)
            && !(retained.contains(interval) && !file.endsWith(OPEN))) {
          delete(file);
          cleared.add("segment " + file);
        }
      }
    } catch (StoreFailure e) {
      throw failed("clear the log of " + scope, e);
    }
    return cleared;
  }

  @Override
  public void close() {
    connection.close();
  }
}
