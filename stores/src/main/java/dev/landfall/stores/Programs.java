package dev.landfall.stores;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Finds programs on the path. Thread-safe. */
final class Programs {
  private Programs() {}

  static Optional<Path> find(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
    return Arrays.stream(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The java program that runs this JVM. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The processor as {@code os.arch} names it, folded to the two that binaries exist for. */
  static String processor() {
    String name = System.getProperty("os.arch");
    return name.equals("aarch64") || name.equals("arm64") ? "aarch64" : "x86_64";
  }

  static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }
}
