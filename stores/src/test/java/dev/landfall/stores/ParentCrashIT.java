package dev.landfall.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.stores.junit.RealStores;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A JVM that started stores is killed. Its servers live on (seen, as the control) until the next
 * start of any store, and then nothing is left. The register is one of this test's own, so that no
 * other JVM's start can come between.
 */
@RealStores
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class ParentCrashIT {
  private static final String READY = "ready ";

  @TempDir Path state;

  @BeforeEach
  void ownRegister() {
    System.setProperty("landfall.state", state.toString());
  }

  @AfterEach
  void sharedRegister() {
    RunFolder.sweep();
    System.clearProperty("landfall.state");
  }

  /** Started by the test in a JVM of its own: starts stores, tells their folders, and waits. */
  static final class Parent {
    public static void main(String[] names) throws Exception {
      List<Store> stores = new ArrayList<>();
      for (String name : names) {
        stores.add(Scenario.valueOf(name).start());
      }
      for (Store store : stores) {
        System.out.println(READY + Leftovers.of(store).folder());
      }
      System.out.println(READY + "all");
      new java.util.concurrent.CountDownLatch(1).await(10, TimeUnit.MINUTES);
    }
  }

  @Test
  void sweepsAfterACrash() throws Exception {
    crashAndSweep(Scenario.REDIS, Scenario.POSTGRES, Scenario.MARIADB);
  }

  @Test
  @Tag("full")
  void sweepsAllAfterACrash() throws Exception {
    crashAndSweep(Scenario.values());
  }

  private static void crashAndSweep(Scenario... scenarios) throws Exception {
    Process parent = parent(scenarios);
    List<Leftovers> leftovers = new ArrayList<>();
    try {
      for (Path folder : awaitReady(parent)) {
        RunFolder run = RunFolder.read(folder);
        leftovers.add(Leftovers.of(run, run.all("env.")));
      }
      assertThat(leftovers).hasSize(scenarios.length);
    } finally {
      parent.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
    }

    leftovers.forEach(Leftovers::assertPresent);
    try (RedisStore next = Stores.redis().own().start()) {
      assertThat(next.servers().isAlive(0)).isTrue();
      leftovers.forEach(Leftovers::assertGone);
    }
  }

  private static Process parent(Scenario... scenarios) throws Exception {
    List<String> words = new ArrayList<>(List.of(Programs.java(), "-Xmx256m"));
    for (String property : List.of("landfall.state", "localRepository", "maven.repo.local")) {
      if (System.getProperty(property) != null) {
        words.add("-D" + property + "=" + System.getProperty(property));
      }
    }
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Parent.class.getName()));
    Arrays.stream(scenarios).map(Scenario::name).forEach(words::add);
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    return builder.start();
  }

  private static List<Path> awaitReady(Process parent) throws Exception {
    List<Path> folders = new ArrayList<>();
    BufferedReader lines = parent.inputReader();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.equals(READY + "all")) {
        return folders;
      }
      if (line.startsWith(READY)) {
        folders.add(Path.of(line.substring(READY.length())));
      }
    }
    throw new AssertionError("the parent JVM ended before its stores were ready");
  }
}
