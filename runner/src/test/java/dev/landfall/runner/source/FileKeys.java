package dev.landfall.runner.source;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The keys of a file source, with their defaults. Immutable. */
record FileKeys(FileSourceConfiguration keys) {
  /** The example data of the project. */
  static final Path DATA = Path.of("..", "examples", "data");

  /** So many reads end any of these tests. */
  private static final int MAX_READS = 1_000_000;

  static FileKeys of(Object... paths) {
    List<String> texts = java.util.Arrays.stream(paths).map(Object::toString).toList();
    return new FileKeys(
        new FileSourceConfiguration(
            texts,
            Optional.empty(),
            TextFormat.AUTO,
            Compression.AUTO,
            ",",
            Header.FIRST_RECORD,
            List.of(),
            List.of(),
            Map.of(),
            10_000,
            new DataSize(64 << 20),
            false));
  }

  FileKeys root(Path root) {
    return new FileKeys(
        new FileSourceConfiguration(
            keys.path(),
            Optional.of(root.toString()),
            keys.format(),
            keys.compression(),
            keys.delimiter(),
            keys.header(),
            keys.columns(),
            keys.nulls(),
            keys.schema(),
            keys.sampleRecords(),
            keys.maxRecordSize(),
            keys.follow()));
  }

  FileKeys csv(String delimiter, Header header, List<String> columns, List<String> nulls) {
    return new FileKeys(
        new FileSourceConfiguration(
            keys.path(),
            keys.root(),
            TextFormat.CSV,
            keys.compression(),
            delimiter,
            header,
            columns,
            nulls,
            keys.schema(),
            keys.sampleRecords(),
            keys.maxRecordSize(),
            keys.follow()));
  }

  FileKeys jsonl() {
    return new FileKeys(
        new FileSourceConfiguration(
            keys.path(),
            keys.root(),
            TextFormat.JSONL,
            keys.compression(),
            keys.delimiter(),
            keys.header(),
            keys.columns(),
            keys.nulls(),
            keys.schema(),
            keys.sampleRecords(),
            keys.maxRecordSize(),
            keys.follow()));
  }

  FileKeys schema(Map<String, String> schema, int sampleRecords) {
    return new FileKeys(
        new FileSourceConfiguration(
            keys.path(),
            keys.root(),
            keys.format(),
            keys.compression(),
            keys.delimiter(),
            keys.header(),
            keys.columns(),
            keys.nulls(),
            schema,
            sampleRecords,
            keys.maxRecordSize(),
            keys.follow()));
  }

  FileKeys maxRecordBytes(long bytes) {
    return new FileKeys(
        new FileSourceConfiguration(
            keys.path(),
            keys.root(),
            keys.format(),
            keys.compression(),
            keys.delimiter(),
            keys.header(),
            keys.columns(),
            keys.nulls(),
            keys.schema(),
            keys.sampleRecords(),
            new DataSize(bytes),
            keys.follow()));
  }

  FileKeys follow() {
    return new FileKeys(
        new FileSourceConfiguration(
            keys.path(),
            keys.root(),
            keys.format(),
            keys.compression(),
            keys.delimiter(),
            keys.header(),
            keys.columns(),
            keys.nulls(),
            keys.schema(),
            keys.sampleRecords(),
            keys.maxRecordSize(),
            true));
  }

  static SourceContext context() {
    return new SourceContext("test", HostTime.system(), Thread::new, Metrics.none());
  }

  Source open() throws SourceException {
    return new FileSourceProvider().open(keys, context());
  }

  Source open(HostTime time) throws SourceException {
    return new FileSourceProvider()
        .open(keys, new SourceContext("test", time, Thread::new, Metrics.none()));
  }

  /** Reads all splits from where they go on, to their end. */
  Collected read(Map<String, SplitPosition> from) throws Exception {
    Collected collected = new Collected();
    readTo(collected, from, Integer.MAX_VALUE);
    return collected;
  }

  Collected read() throws Exception {
    return read(Map.of());
  }

  /** Reads until so many records are there, or to the end; tells where it goes on. */
  Map<String, SplitPosition> readTo(
      Collected collected, Map<String, SplitPosition> from, int records) throws Exception {
    try (Source source = open();
        SourceReader reader = source.reader()) {
      assign(source, reader, from);
      SourceReader.Status status = SourceReader.Status.MORE;
      for (int i = 0; i < MAX_READS && status == SourceReader.Status.MORE; i++) {
        if (collected.records.size() + collected.rejected.size() >= records) {
          break;
        }
        status = reader.read(collected);
      }
      return reader.positions();
    }
  }

  static void assign(Source source, SourceReader reader, Map<String, SplitPosition> from)
      throws Exception {
    Map<String, Optional<SplitPosition>> splits = new TreeMap<>();
    source.splits().forEach(split -> splits.put(split, Optional.empty()));
    from.forEach((split, position) -> splits.put(split, Optional.of(position)));
    for (Map.Entry<String, Optional<SplitPosition>> split : splits.entrySet()) {
      reader.assign(split.getKey(), split.getValue());
    }
  }
}
