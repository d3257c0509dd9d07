package dev.landfall.runner.plugin;

import dev.landfall.runner.Connectors;
import dev.landfall.sdk.SinkProvider;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.ConfigurationProblem;
import dev.landfall.sdk.config.NearestName;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.probe.StoreProbeProvider;
import dev.landfall.sdk.source.SourceProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The connectors of this process: those on the class path, and those in {@code plugins/NAME/},
 * where each directory has a class loader of its own that sees of the host nothing but the sdk.
 * Thread-safe.
 */
public final class InstalledConnectors implements Connectors, AutoCloseable {
  private static final String TYPE = "type";

  private final List<Connector<SinkProvider<?>>> sinks;
  private final List<Connector<SourceProvider<?>>> sources;
  private final List<Connector<StoreProbeProvider<?>>> probes;
  private final List<PluginProblem> problems;
  private final List<URLClassLoader> loaders;

  private InstalledConnectors(Discovery found) {
    sinks = sorted(found.sinks());
    sources = sorted(found.sources());
    probes = sorted(found.probes());
    loaders = List.copyOf(found.loaders());
    List<PluginProblem> all = new ArrayList<>(found.problems());
    all.addAll(duplicates(sinks));
    all.addAll(duplicates(sources));
    all.addAll(duplicates(probes));
    problems = List.copyOf(all);
  }

  /**
   * Finds connectors; what cannot be loaded is in {@link #problems()} and hinders no other.
   *
   * @param host the loader of the sdk and of the connectors on the class path
   * @param roots directories such as {@code plugins}; one that does not exist is empty
   */
  public static InstalledConnectors load(ClassLoader host, List<Path> roots) {
    Discovery discovery = new Discovery(host);
    discovery.addClassPath();
    roots.forEach(discovery::addDirectories);
    return new InstalledConnectors(discovery);
  }

  /** The sinks, by name. */
  public List<Connector<SinkProvider<?>>> sinks() {
    return sinks;
  }

  /** The sources, by name. */
  public List<Connector<SourceProvider<?>>> sources() {
    return sources;
  }

  /** The store probes, by dialect. */
  public List<Connector<StoreProbeProvider<?>>> probes() {
    return probes;
  }

  /** What could not be loaded, and names that two connectors claim. */
  public List<PluginProblem> problems() {
    return problems;
  }

  @Override
  public SinkProvider<?> sink(Section section) throws ConfigurationException {
    return find(sinks, "sink", section).provider();
  }

  @Override
  public SourceProvider<?> source(Section section) throws ConfigurationException {
    return find(sources, "source", section).provider();
  }

  private <P> Connector<P> find(List<Connector<P>> among, String what, Section section)
      throws ConfigurationException {
    List<String> names = among.stream().map(Connector::name).distinct().toList();
    String expected = "the name of a " + what;
    String type =
        section
            .text(TYPE)
            .orElseThrow(() -> refusal(section, "missing", expected, "known: " + names));
    List<Connector<P>> named =
        among.stream().filter(connector -> connector.name().equals(type)).toList();
    if (named.isEmpty()) {
      throw refusal(
          section, "'" + type + "'", expected, NearestName.remedy(type, names) + broken());
    }
    if (named.size() > 1) {
      throw refusal(
          section, "'" + type + "' is in " + origins(named), "one of that name", "remove one");
    }
    return named.get(0);
  }

  private static ConfigurationException refusal(
      Section section, String actual, String expected, String remedy) {
    return new ConfigurationException(
        "'" + section.path() + "'",
        List.of(new ConfigurationProblem(section.at(TYPE), actual, expected, remedy)));
  }

  /** The connector that is missed may be in a jar that could not be loaded. */
  private String broken() {
    return problems.stream().map(problem -> "; " + problem).collect(Collectors.joining());
  }

  private static <P> List<PluginProblem> duplicates(List<Connector<P>> connectors) {
    return connectors.stream().collect(Collectors.groupingBy(Connector::name)).values().stream()
        .filter(named -> named.size() > 1)
        .map(
            named ->
                new PluginProblem(
                    "'" + named.get(0).name() + "'",
                    "two connectors claim the name: " + origins(named) + " (remove one)"))
        .toList();
  }

  private static <P> String origins(List<Connector<P>> connectors) {
    return connectors.stream().map(Connector::origin).collect(Collectors.joining(" and "));
  }

  private static <P> List<Connector<P>> sorted(List<Connector<P>> connectors) {
    return connectors.stream()
        .sorted(Comparator.comparing((Connector<P> connector) -> connector.name()))
        .toList();
  }

  /** Closes the plug-ins' class loaders; what came from them must not be called any more. */
  @Override
  public void close() {
    for (URLClassLoader loader : loaders) {
      try {
        loader.close();
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot close " + loader.getName(), e);
      }
    }
  }
}
