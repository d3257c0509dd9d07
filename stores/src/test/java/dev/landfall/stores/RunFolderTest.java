package dev.landfall.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose processes a sweep ends, and whose never. */
final class RunFolderTest {
  private static final String DEAD_OWNER = "4194301/1@no-such-boot";

  @TempDir Path state;
  private Process bystander;

  @BeforeEach
  void start() throws IOException {
    System.setProperty("landfall.state", state.toString());
    bystander = new ProcessBuilder("sleep", "300").start();
  }

  @AfterEach
  void end() {
    bystander.destroyForcibly();
    System.clearProperty("landfall.state");
  }

  @Test
  void sweepEndsWhatADeadOwnerLeft() {
    RunFolder run = left(ProcessIdentity.of(bystander.pid()).orElseThrow().toString());

    RunFolder.sweep();

    assertThat(bystander.onExit()).succeedsWithin(java.time.Duration.ofSeconds(10));
    assertThat(run.path()).doesNotExist();
  }

  @Test
  void sweepNeverEndsAReusedPid() {
    String other = ProcessIdentity.of(bystander.pid()).orElseThrow().start() + "0";
    RunFolder run = left(bystander.pid() + "/" + other);

    RunFolder.sweep();

    assertThat(bystander.isAlive()).isTrue();
    assertThat(run.path()).doesNotExist();
  }

  @Test
  void sweepLeavesLiveOwnersAndDetachedStoresAlone() {
    RunFolder attached = RunFolder.attached(StoreKind.REDIS);
    RunFolder detached = RunFolder.detached(StoreKind.REDIS, "kept");

    RunFolder.sweep();

    assertThat(attached.path()).isDirectory();
    assertThat(detached.path()).isDirectory();
    assertThatThrownBy(() -> RunFolder.detached(StoreKind.REDIS, "kept"))
        .hasMessageContaining("stop it first");
    attached.close();
    attached.close();
    assertThat(attached.path()).doesNotExist();
    assertThat(RunFolder.detached()).extracting(RunFolder::name).isEqualTo(List.of("kept"));
  }

  @Test
  void sweepEndsAServerThatOnlyItsEnvironmentNames() throws IOException {
    RunFolder run = left("");
    ProcessBuilder builder = new ProcessBuilder("sleep", "300");
    builder.environment().put(RunFolder.MARK, run.path().toString());
    Process unnamed = builder.start();

    RunFolder.sweep();

    assertThat(unnamed.onExit()).succeedsWithin(java.time.Duration.ofSeconds(10));
    assertThat(bystander.isAlive()).isTrue();
  }

  @Test
  void sweepDeletesAFolderWithoutAnEntry() throws IOException {
    Path folder = Files.createDirectories(state.resolve("runs/half-made"));

    RunFolder.sweep();

    assertThat(folder).doesNotExist();
  }

  private static RunFolder left(String process) {
    RunFolder run = RunFolder.detached(StoreKind.REDIS, "left");
    if (!process.isEmpty()) {
      run.put("process.0", process);
    }
    run.put("owner", DEAD_OWNER);
    return run;
  }
}
