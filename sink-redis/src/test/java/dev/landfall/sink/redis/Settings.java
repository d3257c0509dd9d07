package dev.landfall.sink.redis;

import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import dev.landfall.stores.Endpoint;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.StoreKind;
import java.util.LinkedHashMap;
import java.util.Map;

/** Configurations as a pipeline file would give them, with every default. */
final class Settings {
  private Settings() {}

  /** Keys and values in turn; a value may be a map or a list. */
  static RedisConfiguration of(Object... keysAndValues) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    try {
      return Configurations.bind(
          RedisConfiguration.class, Section.root(values), References.ofProcess());
    } catch (ConfigurationException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** The address of a store, then keys and values in turn; values are text, unless told. */
  static RedisConfiguration of(RedisStore store, Object... keysAndValues) {
    Object[] all = new Object[keysAndValues.length + 4];
    boolean single = store.kind() == StoreKind.REDIS;
    all[0] = single ? "url" : "nodes";
    all[1] = single ? store.url() : store.nodes().stream().map(Endpoint::toString).toList();
    all[2] = "value";
    all[3] = "text";
    System.arraycopy(keysAndValues, 0, all, 4, keysAndValues.length);
    return of(all);
  }
}
