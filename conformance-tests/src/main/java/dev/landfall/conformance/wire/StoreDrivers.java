package dev.landfall.conformance.wire;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** The drivers on the class path. Stateless, thread-safe. */
public final class StoreDrivers {
  private StoreDrivers() {}

  /**
   * Connects to the store, or starts it.
   *
   * @param dialect the name of its driver
   * @param sink the sink's section of a pipeline file
   * @param store what else the driver is told
   * @throws IllegalArgumentException if no driver has that name
   */
  public static StoreDriver open(
      String dialect, Map<String, Object> sink, Map<String, Object> store) throws Exception {
    TreeSet<String> known = new TreeSet<>();
    for (StoreDriverProvider provider : ServiceLoader.load(StoreDriverProvider.class)) {
      known.add(provider.dialect());
      if (provider.dialect().equals(dialect)) {
        return provider.open(sink, store);
      }
    }
    throw new IllegalArgumentException(
        "Cannot find a driver for the dialect '" + dialect + "': expected one of " + known);
  }
}
