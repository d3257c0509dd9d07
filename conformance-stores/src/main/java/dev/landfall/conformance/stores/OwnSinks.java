package dev.landfall.conformance.stores;

import java.util.List;
import java.util.Map;

/**
 * Which stores the connectors that come with Landfall write to. Before another store they would be
 * told keys that their user never wrote. Stateless, thread-safe.
 */
final class OwnSinks {
  private static final Map<String, List<String>> DIALECTS =
      Map.of(
          "jdbc", List.of("mariadb", "mysql", "postgres"),
          "kafka", List.of("kafka"),
          "redis", List.of("redis", "redis-cluster"),
          "s3-wal", List.of("s3"));

  private OwnSinks() {}

  /**
   * Checks a sink's section against its store; a connector of somebody else's may write anywhere.
   *
   * @throws IllegalArgumentException if the connector does not write to that kind of store
   */
  static void requireFit(Map<String, Object> sink, String dialect) {
    List<String> written =
        DIALECTS.getOrDefault(String.valueOf(sink.get("type")), List.of(dialect));
    if (!written.contains(dialect)) {
      throw new IllegalArgumentException(
          String.format(
              "Cannot test the sink: 'store.dialect' is '%s', and 'sink.type' is '%s', which does"
                  + " not write there; expected one of %s (correct whichever of the two is not"
                  + " meant)",
              dialect, sink.get("type"), written));
    }
  }
}
