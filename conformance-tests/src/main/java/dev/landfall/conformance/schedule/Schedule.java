package dev.landfall.conformance.schedule;

import dev.landfall.conformance.model.Capability;
import dev.landfall.conformance.model.Source;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.schedule.Step.Kind;
import dev.landfall.conformance.schedule.Step.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a host does in one run, and with which records. Immutable, thread-safe.
 *
 * @param id {@code P1} to {@code P24}, or {@code P0} for the plain one
 * @param title what is unusual about it
 * @param steps in order
 * @param pipelines the names of its pipelines, one a lane
 * @param splitsPerLane how many splits each pipeline reads
 * @param recordsPerSplit how many records each split has
 * @param badOffset which of them the store refuses, or -1
 * @param recuts whether a replay is cut into other batches
 * @param keyEnding what all keys end with: text beyond ASCII, or empty
 */
public record Schedule(
    String id,
    String title,
    List<Step> steps,
    List<String> pipelines,
    int splitsPerLane,
    int recordsPerSplit,
    long badOffset,
    boolean recuts,
    String keyEnding) {
  public Schedule {
    steps = List.copyOf(steps);
    pipelines = List.copyOf(pipelines);
  }

  /** The splits of one lane, each with keys of its own. */
  public List<String> splits(int lane) {
    List<String> splits = new ArrayList<>();
    for (int split = 0; split < splitsPerLane; split++) {
      splits.add((lane == 0 ? "s" : "z") + split);
    }
    return splits;
  }

  /**
   * The records of one lane: deletes where readers read by key. The schedule with a bad record also
   * has a delete where the sink does not declare that it takes deletes, for it must refuse it.
   */
  public List<Source> sources(int lane, View view, Set<Capability> can, Set<Capability> cannot) {
    List<Source> sources = new ArrayList<>();
    for (String split : splits(lane)) {
      for (long offset = 0; offset < recordsPerSplit; offset++) {
        sources.add(source(split, offset, view, can, cannot));
      }
    }
    return sources;
  }

  private Source source(
      String split, long offset, View view, Set<Capability> can, Set<Capability> cannot) {
    String key = (offset % 2 == 0 ? "a" : "b") + split + keyEnding;
    return new Source(split + ":" + offset, split, offset, key, kind(offset, view, can, cannot));
  }

  private Source.Kind kind(long offset, View view, Set<Capability> can, Set<Capability> cannot) {
    if (offset == badOffset && !can.contains(Capability.EVERY_VALUE)) {
      return Source.Kind.BAD;
    }
    boolean unwanted =
        badOffset >= 0 && offset == badOffset + 4 && cannot.contains(Capability.DELETES);
    boolean delete = view == View.KEYED ? offset % 4 == 3 : unwanted;
    return delete ? Source.Kind.DELETE : Source.Kind.PUT;
  }

  /**
   * The same with graceful restarts in place of planned kills: what a suite without faults does.
   */
  public Schedule withoutKills() {
    List<Step> graceful =
        steps.stream()
            .map(
                step ->
                    step.kind() == Kind.KILL
                        ? new Step(step.lane(), Kind.CLOSE, step.label(), 0, Set.of())
                        : step)
            .toList();
    return new Schedule(
        id,
        title,
        graceful,
        pipelines,
        splitsPerLane,
        recordsPerSplit,
        badOffset,
        recuts,
        keyEnding);
  }

  /** The same under other names; one that was a prefix of the other still is. */
  public Schedule prefixed(String prefix) {
    return new Schedule(
        id,
        title,
        steps,
        pipelines.stream().map(name -> prefix + name).toList(),
        splitsPerLane,
        recordsPerSplit,
        badOffset,
        recuts,
        keyEnding);
  }

  /** The same with records that every store can take. */
  public Schedule withoutBadRecord() {
    return new Schedule(
        id, title, steps, pipelines, splitsPerLane, recordsPerSplit, -1, recuts, keyEnding);
  }

  /**
   * Whether it is made without any fault, for its length or its text is what it shows. The one that
   * changes the parallelism four times is just not too long.
   */
  public boolean isWithoutFaults() {
    return steps.size() > 30 || recordsPerSplit > 100 || !keyEnding.isEmpty();
  }

  /** Writes schedules down. One thread at a time. */
  static final class Builder {
    private final String id;
    private final String title;
    private final List<Step> steps = new ArrayList<>();
    private List<String> pipelines = List.of("a");
    private int splits = 2;
    private int records = 15;
    private long bad = -1;
    private boolean recuts;
    private String keyEnding = "";
    private int lane;
    private final int[] starts = new int[2];
    private final int[] checkpoints = new int[2];

    Builder(String id, String title) {
      this.id = id;
      this.title = title;
    }

    private Builder add(Kind kind, String label, int amount, Option... options) {
      String prefix = lane == 0 ? "" : "b";
      steps.add(new Step(lane, kind, prefix + label, amount, Set.of(options)));
      return this;
    }

    Builder pipelines(String first, String second) {
      pipelines = List.of(first, second);
      return this;
    }

    Builder lane(int newLane) {
      lane = newLane;
      return this;
    }

    Builder bad(long offset) {
      bad = offset;
      return this;
    }

    Builder splits(int number) {
      splits = number;
      return this;
    }

    Builder records(int perSplit) {
      records = perSplit;
      return this;
    }

    Builder keysEnding(String text) {
      keyEnding = text;
      return this;
    }

    Builder recuts() {
      recuts = true;
      return this;
    }

    Builder start(int writers, Option... options) {
      return add(Kind.START, "S" + ++starts[lane], writers, options);
    }

    private String next() {
      return "C" + (checkpoints[lane] + 1);
    }

    Builder write(int records, Option... options) {
      return add(Kind.WRITE, next(), records, options);
    }

    Builder barrier(Option... options) {
      return add(Kind.BARRIER, "C" + ++checkpoints[lane], 0, options);
    }

    Builder durable(int checkpoint) {
      return add(Kind.DURABLE, "C" + checkpoint, 0);
    }

    Builder fail(int checkpoint) {
      return add(Kind.FAIL, "C" + checkpoint, 0);
    }

    Builder commit(int checkpoint) {
      return add(Kind.NOTIFY, "C" + checkpoint, 0);
    }

    Builder kill() {
      return add(Kind.KILL, next(), 0);
    }

    Builder close() {
      return add(Kind.CLOSE, next(), 0);
    }

    /** Four records of each split, and their checkpoint up to the commit. */
    Builder round() {
      write(4).barrier();
      return durable(checkpoints[lane]).commit(checkpoints[lane]);
    }

    /** The same without the commit. */
    Builder unheard() {
      write(4).barrier();
      return durable(checkpoints[lane]);
    }

    /** One record of each split, and a checkpoint that nobody hears of, again and again. */
    Builder unheardRounds(int times) {
      for (int i = 0; i < times; i++) {
        write(1).barrier();
        durable(checkpoints[lane]);
      }
      return this;
    }

    /** Everything that is left, a last checkpoint, and a good end. */
    Schedule end() {
      finish();
      return build();
    }

    Builder finish() {
      write(0, Option.ALL).barrier();
      durable(checkpoints[lane]).commit(checkpoints[lane]);
      return add(Kind.CLOSE, "E", 0);
    }

    Schedule build() {
      return new Schedule(id, title, steps, pipelines, splits, records, bad, recuts, keyEnding);
    }
  }
}
