package dev.landfall.runner.source;

import dev.landfall.sdk.source.RecordOutput;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the records of its splits in turn. One thread at a time. */
final class GeneratorReader implements SourceReader {
  private static final int BATCH_RECORDS = 512;
  private static final String POSITION = "position";
  private static final String SHAPE = "records";

  private final GeneratorSource source;
  private final Map<String, Split> splits = new LinkedHashMap<>();
  private final Deque<Split> unfinished = new ArrayDeque<>();
  private @Nullable RateLimit limit;

  /** How far one split has come. */
  private static final class Split {
    private final GeneratedRecords records;
    private final long end;
    private long next;

    Split(GeneratedRecords records, long next, long end) {
      this.records = records;
      this.next = next;
      this.end = end;
    }
  }

  GeneratorReader(GeneratorSource source) {
    this.source = source;
  }

  @Override
  public void assign(String split, Optional<SplitPosition> from) throws SourceException {
    int index = source.index(split);
    long next = from.isPresent() ? next(split, from.get()) : 0;
    Split assigned = new Split(source.records(split), next, source.count(index));
    splits.put(split, assigned);
    unfinished.add(assigned);
    source.made(next);
    limit = source.limit(splits.size());
  }

  private long next(String split, SplitPosition from) throws SourceException {
    String shape = from.fields().getOrDefault(SHAPE, "");
    String position = from.fields().getOrDefault(POSITION, "");
    if (!shape.equals(source.shape()) || !position.matches("\\d{1,18}")) {
      throw new SourceException(
          "Cannot resume '"
              + split
              + "': the checkpoint was taken of "
              + from.fields()
              + ", expected "
              + source.shape()
              + " (restore the keys of the source, or drop the state)");
    }
    return Long.parseLong(position);
  }

  @Override
  public Status read(RecordOutput output) throws InterruptedException {
    while (!unfinished.isEmpty()) {
      Split split = unfinished.remove();
      if (split.next < split.end) {
        unfinished.add(split);
        return batch(split, output);
      }
    }
    return Status.END;
  }

  private Status batch(Split split, RecordOutput output) throws InterruptedException {
    int wanted = (int) Math.min(BATCH_RECORDS, split.end - split.next);
    int allowed = limit == null ? wanted : limit.take(wanted);
    for (int i = 0; i < allowed; i++) {
      output.record(split.records.record(split.next++));
    }
    source.made(allowed);
    if (limit == null || allowed == wanted) {
      return Status.MORE;
    }
    limit.pause();
    return Status.IDLE;
  }

  @Override
  public Map<String, SplitPosition> positions() {
    Map<String, SplitPosition> positions = new LinkedHashMap<>();
    splits.forEach(
        (name, split) ->
            positions.put(
                name,
                new SplitPosition(
                    Map.of(POSITION, Long.toString(split.next), SHAPE, source.shape()))));
    return positions;
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
