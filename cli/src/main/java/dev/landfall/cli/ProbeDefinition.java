package dev.landfall.cli;

import dev.landfall.conformance.model.Contract;
import dev.landfall.runner.PipelineFile;
import dev.landfall.runner.plugin.Connector;
import dev.landfall.runner.plugin.InstalledConnectors;
import dev.landfall.sdk.config.ConfigurationDescription;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.ConfigurationProblem;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.NearestName;
import dev.landfall.sdk.config.Option;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.probe.StoreProbeProvider;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the file of a store says to the probe. Immutable, thread-safe.
 *
 * <pre>{@code
 * store: { dialect: mysql, url: "jdbc:mysql://db/test", user: probe, password: "${env:PASSWORD}" }
 * needs: 2pc                              # exit code by this contract; without it, by any
 * }</pre>
 *
 * <p>Without an address, or with {@code embedded: true}, a store is started for the probe. Keys of
 * {@code store} that are missing are taken from {@code sink}, or from its {@code store}, so that
 * one file serves the probe and the suite; the keys of the suite are left alone.
 */
final class ProbeDefinition {
  private static final String STORE = "store";
  private static final String DIALECT = "dialect";
  private static final String EMBEDDED = "embedded";
  private static final String NEEDS = "needs";

  /** What the suite reads in the same file. */
  private static final Set<String> KNOWN =
      new TreeSet<>(Set.of(STORE, NEEDS, "suite", "sink", "declares", "waivers"));

  private final Path file;
  private final Section root;
  private final Section store;

  private ProbeDefinition(Path file, Section root, Section store) {
    this.file = file;
    this.root = root;
    this.store = store;
  }

  /**
   * Reads the file.
   *
   * @throws ConfigurationException if it names no store, or holds a key that nobody reads (SI-7)
   */
  static ProbeDefinition read(Path file) throws ConfigurationException {
    Section root = Section.root(PipelineFile.tree(file, "store"));
    for (String key : root.values().keySet()) {
      if (!KNOWN.contains(key)) {
        throw refused(file, key, "unknown key", "one of " + KNOWN, NearestName.remedy(key, KNOWN));
      }
    }
    Section store =
        root.section(STORE)
            .orElseThrow(
                () ->
                    refused(file, STORE, "missing", "a mapping", "name a dialect and an address"));
    return new ProbeDefinition(file, root, store);
  }

  private static ConfigurationException refused(
      Path file, String key, String actual, String expected, String remedy) {
    return new ConfigurationException(
        "'" + file + "'", List.of(new ConfigurationProblem(key, actual, expected, remedy)));
  }

  /** The contract that the store has to carry, if the file names one. */
  Optional<Contract> contract() throws ConfigurationException {
    Object word = root.values().get(NEEDS);
    if (word == null) {
      return Optional.empty();
    }
    List<String> words = Arrays.stream(Contract.values()).map(Contract::word).toList();
    Optional<Contract> named =
        Arrays.stream(Contract.values()).filter(one -> one.word().equals(word)).findFirst();
    if (named.isEmpty()) {
      throw refused(file, NEEDS, "'" + word + "'", "one of " + words, "");
    }
    return named;
  }

  /** Which kind of store it is. */
  String dialect() {
    return store.text(DIALECT).orElse("");
  }

  /** Whether the store is to be started for the probe: it is asked for, or no address is given. */
  boolean embedded(StoreProbeProvider<?> provider) {
    return Boolean.TRUE.equals(store.values().get(EMBEDDED)) || given(provider).values().isEmpty();
  }

  /** The probe for this dialect. */
  StoreProbeProvider<?> provider(InstalledConnectors installed) throws ConfigurationException {
    List<String> dialects = installed.probes().stream().map(Connector::name).toList();
    return installed.probes().stream()
        .filter(probe -> probe.name().equals(dialect()))
        .findFirst()
        .orElseThrow(
            () ->
                refused(
                    file,
                    store.at(DIALECT),
                    "'" + dialect() + "'",
                    "one of " + dialects,
                    NearestName.remedy(dialect(), dialects)))
        .provider();
  }

  /** How a store that the user gave is reached. */
  Section given(StoreProbeProvider<?> provider) {
    Map<String, @Nullable Object> keys = new LinkedHashMap<>();
    ConfigurationDescription description = Configurations.describe(provider.configuration());
    Optional<Section> sink = root.section("sink");
    List<Optional<Section>> places = List.of(sink.flatMap(one -> one.section(STORE)), sink);
    for (Optional<Section> place : places) {
      for (Option option : description.options()) {
        if (place.isPresent() && place.get().values().containsKey(option.key())) {
          keys.put(option.key(), place.get().values().get(option.key()));
        }
      }
    }
    keys.putAll(own().values());
    return new Section(STORE, keys);
  }

  private Section own() {
    return store.without(DIALECT).without(EMBEDDED);
  }

  /**
   * How a store that was started is reached.
   *
   * @throws ConfigurationException if the file names another address as well: that one would be
   *     probed, and this one killed
   */
  Section with(Map<String, String> started) throws ConfigurationException {
    Map<String, @Nullable Object> keys = new LinkedHashMap<>(own().values());
    for (Map.Entry<String, String> key : started.entrySet()) {
      if (keys.put(key.getKey(), key.getValue()) != null) {
        throw refused(
            file, store.at(key.getKey()), "given", "nothing beside embedded: true", "remove one");
      }
    }
    return new Section(STORE, keys);
  }
}
