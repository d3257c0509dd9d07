package dev.landfall.stores;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that runs in a JVM of its own, on a class path of its own, with an archive of its loaded
 * classes (AppCDS), which halves the start. Immutable, thread-safe.
 *
 * @param name with the version; names the archive in the cache
 * @param options more options of the JVM
 */
record JavaServer(String name, List<Path> classPath, List<String> options, String mainClass) {
  private static final Logger LOG = LoggerFactory.getLogger(JavaServer.class);

  /** The command; {@code arguments} follow the main class. */
  List<String> command(String classArchiveOption, String... arguments) {
    List<String> words = new ArrayList<>();
    words.add(Programs.java());
    words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    if (!classArchiveOption.isEmpty()) {
      words.add(classArchiveOption);
    }
    words.addAll(options);
    words.addAll(List.of("-cp", joinedClassPath(), mainClass));
    words.addAll(List.of(arguments));
    return words;
  }

  /** The option that uses the archive; {@code training} starts and stops the server once. */
  String useArchive(Consumer<String> training) {
    Path archive = Templates.folder(archiveName(), folder -> train(folder, training));
    Path classes = archive.resolve("classes.jsa");
    return Files.exists(classes) ? "-XX:SharedArchiveFile=" + classes : "";
  }

  private static void train(Path folder, Consumer<String> training) {
    try {
      training.accept("-XX:ArchiveClassesAtExit=" + folder.resolve("classes.jsa"));
    } catch (StoreException e) {
      LOG.warn("Cannot make an archive of classes; the server starts without", e);
    }
  }

  /** An archive fits one JVM build and one class path only. */
  private String archiveName() {
    String fit = System.getProperty("java.vm.version") + Programs.java() + joinedClassPath();
    return name + "-classes-" + Integer.toHexString(fit.hashCode());
  }

  private String joinedClassPath() {
    return classPath.stream().map(Path::toString).collect(Collectors.joining(":"));
  }
}
