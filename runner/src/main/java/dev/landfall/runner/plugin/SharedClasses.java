package dev.landfall.runner.plugin;

import java.util.List;

/**
 * The parent of every plug-in's class loader: of the host it lets through the contract alone, so
 * that no library of the host's is taken for one of the plug-in's. Thread-safe.
 *
 * <p>Classes of the Java platform come from its own loader. Resources of the host do not pass
 * either: a {@code META-INF/services} file of the host would name classes that the plug-in cannot
 * see.
 */
final class SharedClasses extends ClassLoader {
  /** Types that pass between host and plug-in, and the logging that both write to. */
  private static final List<String> SHARED =
      List.of("dev.landfall.sdk.", "org.slf4j.", "org.jspecify.annotations.");

  static {
    registerAsParallelCapable();
  }

  private final ClassLoader host;

  SharedClasses(ClassLoader host) {
    super("landfall-shared", ClassLoader.getPlatformClassLoader());
    this.host = host;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (SHARED.stream().anyMatch(name::startsWith)) {
      return host.loadClass(name);
    }
    throw new ClassNotFoundException(name);
  }
}
