package dev.landfall.cli;

import dev.landfall.conformance.report.ReportFolder;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folder of a report. It is made and written to before the work begins, so that no long run
 * ends without its report; and one that cannot be written is never taken for a promise that does
 * not hold. Immutable, thread-safe.
 */
final class ReportTarget {
  private final Path folder;

  private ReportTarget(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes the folder if it is not there.
   *
   * @throws CommandException if nothing can be written there: exit code 2
   */
  static ReportTarget ready(Path folder) throws CommandException {
    ReportTarget target = new ReportTarget(folder);
    target.write(
        into -> {
          Files.createDirectories(into);
          Path tried = Files.createTempFile(into, "landfall-", ".tmp");
          Files.delete(tried);
          return tried;
        });
    return target;
  }

  /**
   * The same for the report of a run, where one is asked for. An older one is gone from here on: a
   * run that is stopped leaves no verdict of another.
   */
  static Optional<ReportTarget> ready(Optional<Path> folder) throws CommandException {
    if (folder.isEmpty()) {
      return Optional.empty();
    }
    ReportTarget target = ready(folder.get());
    target.write(
        into -> {
          ReportFolder.clear(into);
          return into;
        });
    return Optional.of(target);
  }

  /**
   * Writes the report.
   *
   * @return its first page
   * @throws CommandException if it cannot: exit code 2
   */
  Path write(Writing writing) throws CommandException {
    try {
      return writing.into(folder);
    } catch (IOException e) {
      throw new CommandException(
          Exit.CONFIGURATION,
          "Cannot write the report into '"
              + folder
              + "': "
              + reason(e)
              + ", expected a folder that this user can write to (name another one in --report, or"
              + " make room)",
          e);
    }
  }

  /** The message of most of them is the path alone. */
  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "access to " + e.getMessage() + " is denied";
    }
    if (e instanceof FileAlreadyExistsException) {
      return e.getMessage() + " is a file";
    }
    return e.toString();
  }

  /** How a report is written. */
  @FunctionalInterface
  interface Writing {
    Path into(Path folder) throws IOException;
  }
}
