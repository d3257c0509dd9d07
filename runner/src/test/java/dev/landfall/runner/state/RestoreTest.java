package dev.landfall.runner.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import org.junit.jupiter.api.Test;

class RestoreTest {
  private static StateException unreadable(IOException cause) {
    return new StateException(StateException.Reason.DAMAGED, "Cannot read checkpoint 3", cause);
  }

  @Test
  void aFileThatThisUserMayNotRead_isNotCalledDamaged() {
    assertThat(Restore.isDenied(unreadable(new AccessDeniedException("3.checkpoint")))).isTrue();
    assertThat(Restore.isDenied(unreadable(new IOException("Is a directory")))).isFalse();
    assertThat(Restore.isDenied(new StateException(StateException.Reason.DAMAGED, "checksum")))
        .isFalse();
  }
}
