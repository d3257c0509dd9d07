package dev.landfall.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.stores.junit.RealStores;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores that are found again by their names. */
@RealStores
final class StoreCatalogIT {
  @TempDir Path state;

  @BeforeEach
  void ownRegister() {
    System.setProperty("landfall.state", state.toString());
  }

  @AfterEach
  void sharedRegister() {
    StoreCatalog.list().forEach(running -> StoreCatalog.stop(running.name()));
    System.clearProperty("landfall.state");
  }

  @Test
  void startsListsAndStops() {
    StoreCatalog.Running started = StoreCatalog.start(StoreKind.REDIS);
    assertThat(started.isAlive()).isTrue();
    assertThat(started.environment()).containsOnlyKeys("LANDFALL_REDIS_URL");
    assertThat(StoreCatalog.list()).isEqualTo(List.of(started));
    Leftovers leftovers = Leftovers.of(RunFolder.detached().get(0), started.environment());
    leftovers.assertPresent();

    assertThat(StoreCatalog.stop("redis")).isTrue();

    leftovers.assertGone();
    assertThat(StoreCatalog.stop("redis")).isFalse();
    assertThat(StoreCatalog.list()).isEmpty();
  }

  @Test
  void tellsAStoreWhoseServerHasEnded() {
    StoreCatalog.Running started = Stores.redis().startDetached("mine");
    RunFolder.detached().get(0).processes().forEach(ProcessIdentity::killTree);

    assertThat(Deadline.in(java.time.Duration.ofSeconds(10)).await(() -> !alive())).isTrue();
    assertThat(started.isAlive()).isTrue(); // as it was when it was described
    assertThat(StoreCatalog.stop("mine")).isTrue();
  }

  private static boolean alive() {
    return StoreCatalog.list().get(0).isAlive();
  }
}
