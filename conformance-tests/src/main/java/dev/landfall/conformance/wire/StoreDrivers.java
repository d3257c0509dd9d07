package dev.landfall.conformance.wire;

import dev.landfall.sdk.config.NearestName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The drivers on the class path. Stateless, thread-safe. */
public final class StoreDrivers {
  private StoreDrivers() {}

  /**
   * Connects to the store, or starts it.
   *
   * @param dialect the name of its driver
   * @param sink the sink's section of a pipeline file
   * @param store what else the driver is told
   * @throws IllegalArgumentException if no driver has that name, or it does not read a key of
   *     {@code store}
   */
  public static StoreDriver open(
      String dialect, Map<String, Object> sink, Map<String, Object> store) throws Exception {
    StoreDriverProvider provider = find(dialect).orElseThrow(() -> unknown(dialect));
    RunFileKeys.check(provider, store);
    return provider.open(sink, store);
  }

  /** The driver of that name, if there is one. */
  static Optional<StoreDriverProvider> find(String dialect) {
    return all().filter(provider -> provider.dialect().equals(dialect)).findFirst();
  }

  private static IllegalArgumentException unknown(String dialect) {
    List<String> known = all().map(StoreDriverProvider::dialect).sorted().toList();
    return new IllegalArgumentException(
        "Cannot find a driver for 'store.dialect': '"
            + dialect
            + "', expected one of "
            + known
            + NearestName.of(dialect, known)
                .map(name -> " (did you mean '" + name + "'?)")
                .orElse(""));
  }

  private static Stream<StoreDriverProvider> all() {
    return ServiceLoader.load(StoreDriverProvider.class).stream().map(ServiceLoader.Provider::get);
  }
}
