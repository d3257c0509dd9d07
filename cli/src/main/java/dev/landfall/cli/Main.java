package dev.landfall.cli;

/** Starts the {@code landfall} command. */
public final class Main {
  private Main() {}

  /** Ends the process with one of the documented exit codes. */
  public static void main(String[] arguments) {
    System.exit(Landfall.execute(Console.ofProcess(), arguments));
  }
}
