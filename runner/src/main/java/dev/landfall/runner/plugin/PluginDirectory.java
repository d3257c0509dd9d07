package dev.landfall.runner.plugin;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * One directory {@code plugins/NAME/}: its jars form one class loader. Immutable, thread-safe.
 *
 * @param path the directory
 * @param jars in the order of their names
 */
record PluginDirectory(Path path, List<Path> jars) {
  /**
   * The directories beneath {@code root}, in the order of their names; none if there is no root.
   */
  static List<Path> beneath(Path root) throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(root)) {
      return children.filter(Files::isDirectory).sorted().toList();
    }
  }

  /**
   * Opens each jar once: a class loader passes over a damaged one in silence.
   *
   * @throws IOException naming the jar that is damaged, or saying that there is none
   */
  static PluginDirectory read(Path path) throws IOException {
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "*.jar")) {
      files.forEach(jars::add);
    }
    if (jars.isEmpty()) {
      throw new IOException("it holds no jar, expected the connector's and those it needs");
    }
    jars.sort(null);
    for (Path jar : jars) {
      requireSound(jar);
    }
    return new PluginDirectory(path, List.copyOf(jars));
  }

  private static void requireSound(Path jar) throws IOException {
    try {
      new JarFile(jar.toFile()).close(); // reads the directory at its end
    } catch (IOException e) {
      throw new IOException(
          "'" + jar.getFileName() + "' is damaged: " + e.getMessage() + " (copy it again)", e);
    }
  }

  URLClassLoader open(ClassLoader shared) {
    URL[] urls = jars.stream().map(PluginDirectory::url).toArray(URL[]::new);
    return new URLClassLoader("plugin-" + path.getFileName(), urls, shared);
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException("a file always has a URL", e);
    }
  }
}
