package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Event;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The starts of all hosts of a history, and who has succeeded whom. One thread at a time. */
final class Instances {
  private final Map<Integer, Instance> byNumber = new LinkedHashMap<>();
  private final Map<String, Integer> newestStarted = new HashMap<>();
  private final Map<String, Integer> newestRecovered = new HashMap<>();

  void started(Event.Started started) {
    byNumber.put(started.process(), new Instance(started));
    newestStarted.merge(started.pipeline(), started.process(), Math::max);
  }

  void recovered(Event.Recovered recovered) {
    Instance process = of(recovered.process());
    process.recovered = true;
    newestRecovered.merge(process.pipeline, process.number, Math::max);
  }

  /**
   * The instance of that number.
   *
   * @throws IllegalArgumentException if the history has not started it
   */
  Instance of(int number) {
    Instance process = byNumber.get(number);
    if (process == null) {
      throw new IllegalArgumentException("Cannot check a history: no process " + number);
    }
    return process;
  }

  /** The one that started last. */
  Optional<Instance> newest() {
    return byNumber.values().stream().reduce((before, after) -> after);
  }

  Collection<Instance> all() {
    return byNumber.values();
  }

  /** Whether a newer process of the same pipeline has recovered: this one has no say any more. */
  boolean isOld(Instance process) {
    return newestRecovered.getOrDefault(process.pipeline, 0) > process.number;
  }

  boolean isSucceeded(Instance process) {
    return newestStarted.getOrDefault(process.pipeline, 0) > process.number;
  }

  /** Whether somebody has accepted that records of the pipeline are repeated. */
  boolean acceptsReplay(String pipeline) {
    return byNumber.values().stream()
        .anyMatch(one -> one.pipeline.equals(pipeline) && one.acceptsReplay);
  }

  /** The newest process of the pipeline that has recovered. */
  Optional<Instance> recovered(String pipeline) {
    return Optional.ofNullable(byNumber.get(newestRecovered.getOrDefault(pipeline, 0)));
  }
}
