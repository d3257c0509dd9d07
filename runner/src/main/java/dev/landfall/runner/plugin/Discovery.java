package dev.landfall.runner.plugin;

import dev.landfall.sdk.SinkProvider;
import dev.landfall.sdk.probe.StoreProbeProvider;
import dev.landfall.sdk.source.SourceProvider;
import java.io.IOException;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * Looks for connectors and notes what is wrong where, so that one broken jar hinders no other. One
 * thread at a time.
 */
final class Discovery {
  /** A broken service file can make the same error again and again. */
  private static final int MAX_BROKEN = 16;

  private static final String CLASS_PATH = "the class path";

  private final ClassLoader host;
  private final ClassLoader shared;
  private final List<Connector<SinkProvider<?>>> sinks = new ArrayList<>();
  private final List<Connector<SourceProvider<?>>> sources = new ArrayList<>();
  private final List<Connector<StoreProbeProvider<?>>> probes = new ArrayList<>();
  private final List<PluginProblem> problems = new ArrayList<>();
  private final List<URLClassLoader> loaders = new ArrayList<>();

  Discovery(ClassLoader host) {
    this.host = host;
    this.shared = new SharedClasses(host);
  }

  List<Connector<SinkProvider<?>>> sinks() {
    return sinks;
  }

  List<Connector<SourceProvider<?>>> sources() {
    return sources;
  }

  List<Connector<StoreProbeProvider<?>>> probes() {
    return probes;
  }

  List<PluginProblem> problems() {
    return problems;
  }

  List<URLClassLoader> loaders() {
    return loaders;
  }

  void addClassPath() {
    for (SinkProvider<?> sink : providers(SinkProvider.class, host, CLASS_PATH)) {
      add(sinks, sink, origin(sink), SinkProvider::name, SinkProvider::summary);
    }
    for (SourceProvider<?> source : providers(SourceProvider.class, host, CLASS_PATH)) {
      add(sources, source, origin(source), SourceProvider::name, SourceProvider::summary);
    }
    for (StoreProbeProvider<?> probe : providers(StoreProbeProvider.class, host, CLASS_PATH)) {
      addDialects(probe, origin(probe));
    }
  }

  /** A probe for several dialects is found by each of them. */
  private void addDialects(StoreProbeProvider<?> probe, String origin) {
    for (String dialect : probe.dialects()) {
      add(probes, probe, origin, one -> dialect, one -> "the store probe for " + dialect);
    }
  }

  void addDirectories(Path root) {
    try {
      PluginDirectory.beneath(root).forEach(this::addDirectory);
    } catch (IOException e) {
      problems.add(new PluginProblem(root.toString(), String.valueOf(e.getMessage())));
    }
  }

  private void addDirectory(Path path) {
    try {
      URLClassLoader loader = PluginDirectory.read(path).open(shared);
      loaders.add(loader);
      int before = sinks.size() + sources.size() + problems.size();
      addProviders(loader, path.toString());
      if (sinks.size() + sources.size() + problems.size() == before) {
        problems.add(
            new PluginProblem(
                path.toString(),
                "no connector in it, expected META-INF/services/"
                    + SinkProvider.class.getName()
                    + " in one of its jars"));
      }
    } catch (IOException e) {
      problems.add(new PluginProblem(path.toString(), String.valueOf(e.getMessage())));
    }
  }

  private void addProviders(URLClassLoader loader, String path) {
    for (SinkProvider<?> sink : providers(SinkProvider.class, loader, path)) {
      SinkProvider<?> bounded = PluginBoundary.around(SinkProvider.class, sink, loader);
      add(sinks, bounded, origin(sink), SinkProvider::name, SinkProvider::summary);
    }
    for (SourceProvider<?> source : providers(SourceProvider.class, loader, path)) {
      SourceProvider<?> bounded = PluginBoundary.around(SourceProvider.class, source, loader);
      add(sources, bounded, origin(source), SourceProvider::name, SourceProvider::summary);
    }
    for (StoreProbeProvider<?> probe : providers(StoreProbeProvider.class, loader, path)) {
      addDialects(PluginBoundary.around(StoreProbeProvider.class, probe, loader), origin(probe));
    }
  }

  /** Every provider that can be made; those that cannot become problems. */
  private <P> List<P> providers(Class<P> contract, ClassLoader loader, String origin) {
    List<P> found = new ArrayList<>();
    Iterator<P> providers = ServiceLoader.load(contract, loader).iterator();
    int broken = 0;
    while (broken < MAX_BROKEN) {
      try {
        if (!providers.hasNext()) {
          break;
        }
        found.add(providers.next());
      } catch (ServiceConfigurationError | LinkageError e) {
        broken++;
        problems.add(new PluginProblem(origin, reason(e)));
      }
    }
    return found;
  }

  private <P> void add(
      List<Connector<P>> found,
      P provider,
      String origin,
      Function<P, String> name,
      Function<P, String> summary) {
    try {
      found.add(new Connector<>(name.apply(provider), summary.apply(provider), origin, provider));
    } catch (RuntimeException | LinkageError e) {
      problems.add(new PluginProblem(origin, reason(e)));
    }
  }

  private static String reason(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String hint =
        root instanceof LinkageError || root instanceof ClassNotFoundException
            ? " (built for another release of Java or Landfall, or a jar is missing beside it)"
            : "";
    return root.getClass().getSimpleName() + ": " + root.getMessage() + hint;
  }

  private static String origin(Object provider) {
    CodeSource source = provider.getClass().getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null
        ? provider.getClass().getName()
        : Path.of(URI.create(source.getLocation().toString())).toString();
  }
}
