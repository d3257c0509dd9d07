package dev.landfall.sink.kafka;

import dev.landfall.sdk.config.Key;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How to make a topic that is not there. Immutable, thread-safe. */
public record TopicCreation(
    @Key("Number of partitions; the broker's default without it.") Optional<Integer> partitions,
    @Key("Copies of each partition; the broker's default without it.")
        Optional<Integer> replicationFactor,
    @Key(value = "Topic configuration, such as min.insync.replicas.", defaultValue = "{}")
        Map<String, String> config) {
  /** Checks the numbers. */
  public TopicCreation {
    config = Map.copyOf(new TreeMap<>(config));
    require(partitions.orElse(1) >= 1, "'partitions' is " + partitions.orElse(1));
    require(
        replicationFactor.orElse(1) >= 1 && replicationFactor.orElse(1) <= Short.MAX_VALUE,
        "'replication-factor' is " + replicationFactor.orElse(1));
  }

  private static void require(boolean fits, String actual) {
    if (!fits) {
      throw new IllegalArgumentException(actual + ", expected 1 or more");
    }
  }
}
