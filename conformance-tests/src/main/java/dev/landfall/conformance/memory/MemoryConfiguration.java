package dev.landfall.conformance.memory;

import dev.landfall.conformance.host.Misspelling;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.Key;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a pipeline file says about a sink on the simulated store, bound as that of any other sink.
 * Immutable, thread-safe.
 *
 * @param table where rows go
 */
record MemoryConfiguration(
    @Key(value = "The table that rows go to.", defaultValue = "rows") String table) {
  private static final String KNOWN = "table";
  private static final String MISSPELT = "tabel";

  private static final Misspelling REFUSED = bind(new TreeMap<>(Map.of(MISSPELT, "rows")));
  private static final Misspelling PASSED_OVER = bind(withoutUnknown());

  /** What a sink with these traits says to a key that it does not know. */
  static Misspelling misspelling(Set<Trait> traits) {
    return traits.contains(Trait.PASSES_OVER_UNKNOWN_KEYS) ? PASSED_OVER : REFUSED;
  }

  private static Map<String, String> withoutUnknown() {
    Map<String, String> section = new TreeMap<>(Map.of(MISSPELT, "rows"));
    section.keySet().retainAll(Set.of(KNOWN));
    return section;
  }

  private static Misspelling bind(Map<String, String> section) {
    try {
      Configurations.bind(MemoryConfiguration.class, Section.root(section), References.ofProcess());
      return new Misspelling(MISSPELT, KNOWN, List.of());
    } catch (ConfigurationException e) {
      return new Misspelling(MISSPELT, KNOWN, List.of(String.valueOf(e.getMessage())));
    }
  }
}
