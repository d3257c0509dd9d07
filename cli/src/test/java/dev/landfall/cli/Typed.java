package dev.landfall.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * A command as a person types it, run in this process: what a JVM of its own would add to each is a
 * second.
 *
 * @param exit its exit code
 * @param printed results and messages, in the order in which they were printed
 */
public record Typed(int exit, String printed) {
  /** Runs it to its end; nobody can be asked. */
  public static Typed command(String... arguments) {
    StringWriter printed = new StringWriter();
    PrintWriter writer = new PrintWriter(printed, true);
    int exit = Landfall.execute(new Console(writer, writer), arguments);
    return new Typed(exit, printed.toString());
  }
}
