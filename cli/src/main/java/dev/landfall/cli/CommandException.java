package dev.landfall.cli;

/** A command cannot do what it was asked to. The message is for a person. */
final class CommandException extends Exception {
  private final Exit exit;

  CommandException(Exit exit, String message) {
    super(message);
    this.exit = exit;
  }

  CommandException(Exit exit, String message, Throwable cause) {
    super(message, cause);
    this.exit = exit;
  }

  Exit exit() {
    return exit;
  }
}
