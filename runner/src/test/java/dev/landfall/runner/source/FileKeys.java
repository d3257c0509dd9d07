package dev.landfall.runner.source;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The keys of a file source as a pipeline file writes them. Immutable. */
record FileKeys(Map<String, Object> values) {
  /** The example data of the project. */
  static final Path DATA = Path.of("..", "examples", "data");

  /** So many reads end any of these tests. */
  private static final int MAX_READS = 1_000_000;

  static FileKeys of(Object... paths) {
    return new FileKeys(Map.of("path", Arrays.stream(paths).map(Object::toString).toList()));
  }

  private FileKeys with(String key, Object value) {
    Map<String, Object> changed = new HashMap<>(values);
    changed.put(key, value);
    return new FileKeys(changed);
  }

  FileKeys root(Path root) {
    return with("root", root.toString());
  }

  FileKeys csv(String delimiter, String header, List<String> columns, List<String> nulls) {
    return with("format", "csv")
        .with("delimiter", delimiter)
        .with("header", header)
        .with("columns", columns)
        .with("nulls", nulls);
  }

  FileKeys jsonl() {
    return with("format", "jsonl");
  }

  FileKeys schema(Map<String, String> schema, int sampleRecords) {
    return with("schema", schema).with("sample-records", sampleRecords);
  }

  FileKeys maxRecordBytes(long bytes) {
    return with("max-record-size", bytes);
  }

  FileKeys follow() {
    return with("follow", true);
  }

  private FileSourceConfiguration bound() {
    try {
      return Configurations.bind(
          FileSourceConfiguration.class, Section.root(values), References.ofProcess());
    } catch (ConfigurationException e) {
      throw new AssertionError(e);
    }
  }

  static SourceContext context() {
    return new SourceContext("test", HostTime.system(), Thread::new, Metrics.none());
  }

  Source open() throws SourceException {
    return new FileSourceProvider().open(bound(), context());
  }

  Source open(HostTime time) throws SourceException {
    return new FileSourceProvider()
        .open(bound(), new SourceContext("test", time, Thread::new, Metrics.none()));
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
