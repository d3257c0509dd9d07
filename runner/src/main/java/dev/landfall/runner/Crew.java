package dev.landfall.runner;

import dev.landfall.runner.state.HeldState;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SplitPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The reading and the writing threads. Owned by the coordinator's thread. */
final class Crew {
  private final List<Inbox> inboxes;
  private final List<ReaderTask> readers = new ArrayList<>();
  private final List<Pulse> pulses = new ArrayList<>();
  private final List<Thread> readerThreads = new ArrayList<>();
  private final List<Thread> writerThreads = new ArrayList<>();
  private final Map<String, Integer> readerOf = new TreeMap<>();
  private final Map<String, SplitPosition> restored;

  /** Barriers sent and not yet met, per writer. */
  private final int[] outstanding;

  /**
   * Makes the threads; none runs yet.
   *
   * @param splits the splits that are there
   * @param restored where the restored checkpoint left them
   */
  Crew(
      PipelineDefinition definition,
      Source source,
      Set<String> splits,
      Map<String, SplitPosition> restored,
      List<Writer> writers,
      HeldState state,
      Shared shared) {
    int readerCount = Math.max(1, Math.min(definition.parallelism(), splits.size()));
    this.restored = restored;
    this.outstanding = new int[writers.size()];
    this.inboxes = Stream.generate(() -> new Inbox(readerCount)).limit(writers.size()).toList();
    KeyExtractor keys = new KeyExtractor(definition.key());
    AtomicInteger splitsSeen = new AtomicInteger();
    for (int i = 0; i < readerCount; i++) {
      Router router = router(definition, writers.size(), splitsSeen);
      Outlet outlet = new Outlet(i, inboxes, keys, router, shared.rejections(), shared.counters());
      ReaderTask reader = new ReaderTask(i, source, outlet, shared.events());
      readers.add(reader);
      readerThreads.add(Threads.named(definition.pipeline() + "-reader-" + i, reader));
    }
    for (int i = 0; i < writers.size(); i++) {
      WriterTask writer =
          new WriterTask(
              i, writers.get(i), inboxes.get(i), state, shared.counters(), shared.events());
      pulses.add(writer.pulse());
      writerThreads.add(Threads.named(definition.pipeline() + "-writer-" + i, writer));
    }
    assign(splits);
  }

  private static Router router(
      PipelineDefinition definition, int writers, AtomicInteger splitsSeen) {
    return switch (definition.distribution()) {
      case KEY -> new KeyRouter(writers);
      case SPLIT -> new SplitRouter(writers, splitsSeen);
    };
  }

  void start() {
    writerThreads.forEach(Thread::start);
    readerThreads.forEach(Thread::start);
  }

  /** Tells what the writers are at. */
  List<Pulse> pulses() {
    return List.copyOf(pulses);
  }

  int readers() {
    return readers.size();
  }

  /**
   * Has the splits read that nobody reads yet, each by the reading thread with the fewest.
   *
   * @return the reading threads that got one
   */
  Set<Integer> assign(Set<String> splits) {
    Set<Integer> given = new TreeSet<>();
    for (String split : new TreeSet<>(splits)) {
      if (!readerOf.containsKey(split)) {
        int reader = leastLoaded();
        readerOf.put(split, reader);
        readers.get(reader).assign(split, Optional.ofNullable(restored.get(split)));
        given.add(reader);
      }
    }
    return given;
  }

  private int leastLoaded() {
    int[] load = new int[readers.size()];
    readerOf.values().forEach(reader -> load[reader]++);
    return IntStream.range(0, load.length)
        .reduce((one, other) -> load[other] < load[one] ? other : one)
        .orElseThrow();
  }

  void sendBarrier(CheckpointId checkpoint) {
    readers.forEach(reader -> reader.sendBarrier(checkpoint));
    for (int i = 0; i < outstanding.length; i++) {
      outstanding[i]++;
    }
  }

  /** Says that a writer's part of some checkpoint has come. */
  void arrived(int writer) {
    outstanding[writer]--;
  }

  /** Whether every writer's part of every checkpoint has come, of failed ones as well (HO-6). */
  boolean allArrived() {
    return IntStream.of(outstanding).allMatch(count -> count == 0);
  }

  void stopReading() {
    readers.forEach(ReaderTask::stopReading);
  }

  /**
   * Ends the threads in order: nothing is under way any more.
   *
   * @return whether all have ended
   */
  boolean finish() {
    inboxes.forEach(Inbox::close);
    boolean writersEnded = Patience.awaitOrEnd(writerThreads);
    return Patience.end(readerThreads) && writersEnded;
  }

  /**
   * Ends the threads after a failure, in the middle of whatever they do.
   *
   * @return whether all have ended
   */
  boolean abort() {
    inboxes.forEach(Inbox::close);
    List<Thread> all = new ArrayList<>(readerThreads);
    all.addAll(writerThreads);
    return Patience.end(all);
  }
}
