package dev.landfall.stores;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Provides {@code libaio.so.1}, which mysqld needs and a bare machine lacks: on Debian and its kin
 * the package is fetched and unpacked beside the server, without root. Thread-safe.
 */
final class Libaio {
  private static final Logger LOG = LoggerFactory.getLogger(Libaio.class);
  private static final String LIBRARY = "libaio.so.1";
  private static final Duration CHECK_BOUND = Duration.ofSeconds(30);
  private static final Duration FETCH_BOUND = Duration.ofMinutes(3);

  /** Debian renamed the package, and the file in it, for its 64-bit time. */
  private static final List<String> PACKAGES = List.of("libaio1", "libaio1t64");

  private Libaio() {}

  /** Makes {@code server --version} work, or says what is missing. */
  static void provide(Path server, Path libraries) {
    Folders.made(libraries);
    Command.Result before = check(server, libraries);
    if (before.exitCode() == 0) {
      return;
    }
    if (before.output().contains(LIBRARY) && Programs.find("apt-get").isPresent()) {
      fetch(libraries);
    }
    Command.Result after = check(server, libraries);
    if (after.exitCode() != 0) {
      throw new StoreUnavailableException(
          "Cannot run mysqld: "
              + after.output().strip()
              + " (install the library: apt-get install"
              + " libaio1, or dnf install libaio, or zypper install libaio1)");
    }
  }

  private static Command.Result check(Path server, Path libraries) {
    return Command.of(server.toString(), "--no-defaults", "--version")
        .environment(Map.of("LD_LIBRARY_PATH", libraries.toString()))
        .tryRun(CHECK_BOUND);
  }

  private static void fetch(Path libraries) {
    LOG.info("Fetching {} from the system's package archive", LIBRARY);
    Path folder = Folders.made(libraries.resolve("fetched"));
    try {
      if (!download(folder, List.of())) {
        // No package lists, and perhaps no right to fetch them: keep private ones.
        List<String> own = privateState(folder);
        Command.of(words(own, "update")).in(folder).tryRun(FETCH_BOUND);
        download(folder, own);
      }
      unpack(folder, libraries);
    } catch (IOException e) {
      throw new StoreUnavailableException("Cannot unpack " + LIBRARY + " (install it)", e);
    } finally {
      Folders.delete(folder);
    }
  }

  private static boolean download(Path folder, List<String> options) {
    return PACKAGES.stream()
        .anyMatch(
            name ->
                Command.of(words(options, "download", name))
                        .in(folder)
                        .tryRun(FETCH_BOUND)
                        .exitCode()
                    == 0);
  }

  private static List<String> words(List<String> options, String... verb) {
    List<String> words = new ArrayList<>(List.of("apt-get", "-q"));
    words.addAll(options);
    words.addAll(List.of(verb));
    return words;
  }

  private static List<String> privateState(Path folder) {
    Path lists = folder.resolve("lists");
    Path cache = folder.resolve("cache");
    Folders.made(lists.resolve("partial"));
    Folders.made(cache.resolve("archives/partial"));
    return List.of("-o", "Dir::State::lists=" + lists, "-o", "Dir::Cache=" + cache);
  }

  private static void unpack(Path folder, Path libraries) throws IOException {
    try (DirectoryStream<Path> packages = Files.newDirectoryStream(folder, "*.deb")) {
      for (Path one : packages) {
        Command.of("dpkg", "-x", one.toString(), folder.resolve("content").toString())
            .run(FETCH_BOUND);
      }
    }
    if (!Files.isDirectory(folder.resolve("content"))) {
      return; // nothing came: the check after this names the library
    }
    try (Stream<Path> files = Files.walk(folder.resolve("content"))) {
      for (Path file : files.filter(Libaio::isLibrary).toList()) {
        Files.copy(file, libraries.resolve(LIBRARY), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static boolean isLibrary(Path path) {
    String name = String.valueOf(path.getFileName());
    return Files.isRegularFile(path) && !Files.isSymbolicLink(path) && name.startsWith("libaio.so");
  }
}
