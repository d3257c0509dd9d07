package dev.landfall.stores;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The redis-server program: the machine's, if it is 7 or later, else the one from Maven (6.2, which
 * has no functions). {@code LANDFALL_REDIS_SERVER} names a program, or {@code maven} for the
 * latter. Immutable, thread-safe.
 */
record RedisProgram(Path path, int majorVersion) {
  private static final Duration VERSION_BOUND = Duration.ofSeconds(10);
  private static final Pattern VERSION = Pattern.compile("v=(\\d+)\\.");
  private static final int WANTED = 7;

  static RedisProgram find() {
    Optional<String> chosen = Settings.find("LANDFALL_REDIS_SERVER");
    if (chosen.isPresent() && !chosen.get().equals("maven")) {
      Path path = Path.of(chosen.get());
      return new RedisProgram(path, version(path).orElseThrow(() -> unusable(path)));
    }
    return (chosen.isPresent() ? Optional.<Path>empty() : Programs.find("redis-server"))
        .flatMap(path -> version(path).map(version -> new RedisProgram(path, version)))
        .filter(program -> program.majorVersion() >= WANTED)
        .orElseGet(RedisProgram::fromMaven);
  }

  private static RedisProgram fromMaven() {
    String name =
        Programs.processor().equals("aarch64")
            ? "redis-server-6.2.7-linux-arm64"
            : "redis-server-6.2.6-v5-linux-amd64";
    Path folder =
        Templates.folder(
            name,
            target ->
                Archives.unzip(
                    MavenArtifacts.file(
                        "embedded-redis", "com.github.codemonstur:embedded-redis:1.4.3"),
                    target,
                    entry -> entry.endsWith(name) ? "redis-server" : ""));
    Path path = folder.resolve("redis-server");
    return new RedisProgram(path, version(path).orElseThrow(() -> unusable(path)));
  }

  private static Optional<Integer> version(Path path) {
    Matcher matcher =
        VERSION.matcher(Command.of(path.toString(), "--version").tryRun(VERSION_BOUND).output());
    return matcher.find() ? Optional.of(Integer.parseInt(matcher.group(1))) : Optional.empty();
  }

  private static StoreUnavailableException unusable(Path path) {
    return new StoreUnavailableException(
        "Cannot use \"" + path + "\": it tells no Redis version (install redis-server 7 or later)");
  }
}
