package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Source;
import dev.landfall.conformance.schedule.Step;
import dev.landfall.conformance.schedule.Step.Option;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.host.WriterDriver;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The source of one process: hands over the records of each split in their order, from where the
 * restored checkpoint stands (HO-7). One thread at a time.
 */
final class Feed {
  private final Run run;
  private final Lane lane;
  private final Instance instance;
  private final Map<String, Long> positions = new HashMap<>();

  /** The writers that were handed something since the last barrier. */
  private final Set<Integer> busy = new HashSet<>();

  private Optional<String> amidst = Optional.empty();
  private boolean swapped;
  private boolean overlapped;

  Feed(Run run, Lane lane, Instance instance) {
    this.run = run;
    this.lane = lane;
    this.instance = instance;
  }

  void resume(Map<String, Long> restored) {
    positions.putAll(restored);
  }

  /** Which writers have nothing new at this barrier. */
  Set<Integer> idle(int writers) {
    Set<Integer> idle = new HashSet<>();
    for (int writer = 0; writer < writers; writer++) {
      if (!busy.contains(writer)) {
        idle.add(writer);
      }
    }
    return idle;
  }

  /** A barrier: nobody has anything new. */
  void barrier() {
    busy.clear();
  }

  /** The next offset of each split, as it is now. */
  Map<String, Long> positions() {
    return Map.copyOf(positions);
  }

  void write(Step step, List<WriterDriver> writers) throws SinkException, InterruptedException {
    int records = amount(step);
    int splits = lane.splits().size();
    amidst = Optional.of(step.label());
    if (step.has(Option.IN_BLOCKS)) {
      for (int split = splits - 1; split >= 0; split--) {
        for (int n = 0; n < records; n++) {
          writeNext(split, writers);
        }
      }
      return;
    }
    for (int n = 0; n < records; n++) {
      for (int split = step.has(Option.ONE_IDLE) ? 1 : 0; split < splits; split++) {
        writeNext(split, writers);
      }
    }
  }

  private int amount(Step step) {
    if (step.has(Option.ALL)) {
      return lane.schedule().recordsPerSplit();
    }
    boolean recut = lane.schedule().recuts() && instance.number() > 1;
    return recut ? Math.max(1, step.amount() - 1) : step.amount();
  }

  private void writeNext(int index, List<WriterDriver> writers)
      throws SinkException, InterruptedException {
    String split = lane.splits().get(index);
    long offset = positions.getOrDefault(split, 0L);
    if (offset >= lane.schedule().recordsPerSplit()) {
      return;
    }
    int number = index % writers.size();
    boolean first = busy.add(number);
    if (first && offset > 0 && run.has(Lapse.HANDS_OVER_TWICE)) {
      handOver(writers.get(number), lane.source(split, offset - 1));
    }
    boolean another = offset + 1 < lane.schedule().recordsPerSplit();
    if (another && !overlapped && run.has(Lapse.WRITES_FROM_TWO_THREADS)) {
      overlapped = true;
      Source next = lane.source(split, offset + 1);
      instance.nextTime(() -> handOver(writers.get(number), next));
      handOver(writers.get(number), lane.source(split, offset));
      positions.put(split, offset + 2);
      return;
    }
    boolean replays = instance.number() > 1 && another;
    if (replays && !swapped && run.has(Lapse.SWAPS_AT_REPLAY)) {
      swapped = true;
      handOver(writers.get(number), lane.source(split, offset + 1));
      handOver(writers.get(number), lane.source(split, offset));
      positions.put(split, offset + 2);
      return;
    }
    handOver(writers.get(number), lane.source(split, offset));
    positions.put(split, offset + 1);
    amidst();
  }

  /** Behind the first record of a step: a sink may send none before the barrier. */
  private void amidst() {
    amidst.ifPresent(label -> run.gate().amidst(instance, label));
    amidst = Optional.empty();
  }

  private void handOver(WriterDriver writer, Source source)
      throws SinkException, InterruptedException {
    // Written down before the call: whatever becomes of it, the record has been handed over.
    run.log().add(new Event.Wrote(instance.number(), writer.interval().toString(), source.id()));
    writer.write(record(source));
    instance.requireAlive();
  }

  private static SinkRecord record(Source source) {
    SourcePosition position = SourcePosition.of(source.split(), source.offset());
    Value key = Value.of(source.key());
    return switch (source.kind()) {
      case PUT -> SinkRecord.put(key, Value.of(source.id())).at(position);
      case DELETE -> SinkRecord.delete(key).at(position);
      case BAD -> SinkRecord.put(key, Value.of("bad " + source.id())).at(position);
    };
  }
}
