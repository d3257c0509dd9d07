package dev.landfall.stores.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.landfall.stores.StoreUnavailableException;
import dev.landfall.stores.Stores;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** A store that cannot be had is a skip with the remedy; anything else stays what it is. */
final class RealStoresExtensionTest {
  @TempDir Path folder;

  @BeforeEach
  void aMachineWithoutMaven() {
    System.setProperty("landfall.cache", folder.resolve("cache").toString());
    System.setProperty("landfall.state", folder.resolve("state").toString());
    System.setProperty("landfall.mvn", folder.resolve("no-mvn").toString());
    System.setProperty("landfall.redis.server", "maven");
  }

  @AfterEach
  void clear() {
    System.clearProperty("landfall.cache");
    System.clearProperty("landfall.state");
    System.clearProperty("landfall.mvn");
    System.clearProperty("landfall.redis.server");
  }

  @Test
  void skipsWithTheRemedy() {
    Throwable thrown = catchThrowable(() -> Stores.redis().own().start());

    assertThat(thrown).isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> new RealStoresExtension().handleTestExecutionException(null, thrown))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("Cannot get embedded-redis")
        .hasMessageContaining("install Maven 3.8 or later");
    assertThat(folder.resolve("state/runs")).isEmptyDirectory();
  }

  @Test
  void leavesOtherFailuresAlone() {
    AssertionError failure = new AssertionError("wrong");

    assertThatThrownBy(
            () -> new RealStoresExtension().handleBeforeAllMethodExecutionException(null, failure))
        .isSameAs(failure);
  }
}
