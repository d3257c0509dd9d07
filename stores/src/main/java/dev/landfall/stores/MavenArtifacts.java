package dev.landfall.stores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets artifacts through the machine's own Maven, so that the user's settings, mirrors, proxies,
 * credentials and local repository are honoured, and no class path of a server or of a resolver
 * becomes ours. Thread-safe.
 *
 * <p>The answer (a list of files) is kept in the cache and believed as long as all files exist.
 */
final class MavenArtifacts {
  private static final Logger LOG = LoggerFactory.getLogger(MavenArtifacts.class);
  private static final Duration RESOLVE_BOUND = Duration.ofMinutes(30);
  private static final long PROGRESS_NANOS = Duration.ofSeconds(5).toNanos();
  private static final String GOAL =
      "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

  /** What could not be had, by POM, so that this JVM asks once. */
  private static final Map<String, StoreUnavailableException> FAILED = new ConcurrentHashMap<>();

  private MavenArtifacts() {}

  /** The artifacts {@code group:artifact:version[:type[:classifier]]} with all they depend on. */
  static List<Path> classPath(String name, String... coordinates) {
    return resolve(name, "", List.of(coordinates));
  }

  /** One artifact alone. */
  static Path file(String name, String coordinate) {
    String nothingElse =
        "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion>"
            + "</exclusions>";
    return resolve(name, nothingElse, List.of(coordinate)).get(0);
  }

  private static List<Path> resolve(String name, String exclusions, List<String> coordinates) {
    String pom = pom(exclusions, coordinates);
    String key = name + "-" + Integer.toHexString((pom + localRepository()).hashCode());
    Path list = Folders.cache("artifacts").resolve(key + ".list");
    return read(list)
        .orElseGet(
            () ->
                SharedLock.hold(
                    "maven",
                    RESOLVE_BOUND,
                    () -> read(list).orElseGet(() -> ask(name, pom, list))));
  }

  private static Optional<List<Path>> read(Path list) {
    if (!Files.exists(list)) {
      return Optional.empty();
    }
    List<Path> files = Arrays.stream(Folders.read(list).strip().split(":")).map(Path::of).toList();
    return files.stream().allMatch(Files::exists) ? Optional.of(files) : Optional.empty();
  }

  private static List<Path> ask(String name, String pom, Path list) {
    StoreUnavailableException before = FAILED.get(pom);
    if (before != null) {
      throw before; // each test that wants the store would wait for the network again
    }
    LOG.info("Resolving {} with Maven (downloads happen once)", name);
    Path folder = Folders.made(Folders.cache("artifacts").resolve(name + ".unfinished"));
    Folders.write(folder.resolve("pom.xml"), pom);
    try {
      Command.Result result =
          Command.of(command(folder)).in(folder).lines(progress(name)).tryRun(RESOLVE_BOUND);
      Path answer = folder.resolve("answer");
      if (result.exitCode() != 0 || !Files.exists(answer)) {
        StoreUnavailableException failure = unavailable(name, result);
        FAILED.put(pom, failure);
        throw failure;
      }
      Files.move(answer, list, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new StoreException("Cannot keep the files of " + name, e);
    } finally {
      Folders.delete(folder);
    }
    return read(list)
        .orElseThrow(() -> new StoreException("Cannot find the files of " + name + ": Maven lied"));
  }

  private static StoreUnavailableException unavailable(String name, Command.Result result) {
    String remedy =
        result.exitCode() == 127
            ? "install Maven 3.8 or later, or set LANDFALL_MVN to its program"
            : "check Maven's settings and the network, then try again";
    return new StoreUnavailableException(
        "Cannot get "
            + name
            + ": mvn ended with "
            + result.exitCode()
            + ", expected 0 ("
            + remedy
            + ")\n"
            + result.output());
  }

  /** Not in batch mode: only then does Maven print how far a download has come. */
  private static List<String> command(Path folder) {
    List<String> words = new ArrayList<>();
    words.add(Settings.find("LANDFALL_MVN").orElse("mvn"));
    Settings.find("LANDFALL_MVN_ARGS").ifPresent(more -> words.addAll(List.of(more.split(" +"))));
    localRepository().ifPresent(path -> words.add("-Dmaven.repo.local=" + path));
    words.addAll(List.of("-f", folder.resolve("pom.xml").toString(), GOAL));
    words.add("-Dmdep.outputFile=" + folder.resolve("answer"));
    words.add("-Dmdep.pathSeparator=:");
    words.add("-Dstyle.color=never");
    return words;
  }

  /** Where Maven's own run is told to keep artifacts; Surefire and Failsafe hand that on. */
  private static Optional<String> localRepository() {
    return Settings.find("LANDFALL_MAVEN_REPOSITORY")
        .or(() -> Optional.ofNullable(System.getProperty("maven.repo.local")))
        .or(() -> Optional.ofNullable(System.getProperty("localRepository")));
  }

  private static Consumer<String> progress(String name) {
    long[] next = {System.nanoTime() + PROGRESS_NANOS};
    return line -> {
      if (line.startsWith("Progress") && line.contains("MB") && System.nanoTime() - next[0] > 0) {
        next[0] = System.nanoTime() + PROGRESS_NANOS;
        LOG.info("Downloading {}: {}", name, line.strip());
      }
    };
  }

  private static String pom(String exclusions, List<String> coordinates) {
    String dependencies =
        coordinates.stream()
            .map(coordinate -> dependency(coordinate.split(":"), exclusions))
            .collect(Collectors.joining("\n"));
    return """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>dev.landfall.stores</groupId>
          <artifactId>files</artifactId>
          <version>1</version>
          <packaging>pom</packaging>
          <dependencies>
        %s
          </dependencies>
        </project>
        """
        .formatted(dependencies);
  }

  private static String dependency(String[] part, String exclusions) {
    StringBuilder xml = new StringBuilder("    <dependency>");
    String[] tags = {"groupId", "artifactId", "version", "type", "classifier"};
    for (int i = 0; i < part.length; i++) {
      xml.append('<').append(tags[i]).append('>').append(part[i]);
      xml.append("</").append(tags[i]).append('>');
    }
    return xml.append(exclusions).append("</dependency>").toString();
  }
}
