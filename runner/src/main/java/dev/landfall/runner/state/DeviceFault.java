package dev.landfall.runner.state;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says what refused to take the state, and what helps. Stateless, thread-safe. */
final class DeviceFault {
  private DeviceFault() {}

  /**
   * A write that did not work, before anything of it was visible.
   *
   * @param what completes "Cannot …"
   * @param root the state directory
   */
  static StateException writing(String what, Path root, IOException e) {
    return new StateException(
        StateException.Reason.FAILED,
        String.format(
            "Cannot %s: %s%s, expected a directory with room that this user may write to (mend"
                + " that and start again: all that was complete is intact)",
            what, actual(e), free(root)),
        e);
  }

  private static String actual(IOException e) {
    if (e instanceof AccessDeniedException denied) {
      return "access to '" + denied.getFile() + "' is denied";
    }
    if (e instanceof FileAlreadyExistsException other) {
      return "'" + other.getFile() + "' is there and no directory";
    }
    return String.valueOf(e.getMessage());
  }

  private static String free(Path root) {
    try {
      return ", with " + Files.getFileStore(root).getUsableSpace() + " bytes free";
    } catch (IOException e) {
      return ""; // It is not there, which is what was told.
    }
  }
}
