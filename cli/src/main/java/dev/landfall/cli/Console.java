package dev.landfall.cli;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Where a command prints: results to {@code out}, what went wrong and how far it is to {@code err}.
 * UTF-8 whatever the JVM's default (SI-10). Thread-safe.
 *
 * @param out results
 * @param err everything else
 * @param terminal who answers questions
 */
record Console(PrintWriter out, PrintWriter err, Terminal terminal) {
  /**
   * The launcher knows whether questions are seen and answers typed: what a script pipes in is no
   * consent.
   */
  private static final String INTERACTIVE = "landfall.interactive";

  /** A person who can be asked. */
  interface Terminal {
    /** Nobody is there. */
    Terminal NONE = question -> Optional.empty();

    /** The answer, without its line end; empty if nobody is there to give one. */
    Optional<String> ask(String question);
  }

  /** Without anybody to ask. */
  Console(PrintWriter out, PrintWriter err) {
    this(out, err, Terminal.NONE);
  }

  static Console ofProcess() {
    PrintWriter err = writer(FileDescriptor.err);
    Terminal terminal =
        Boolean.getBoolean(INTERACTIVE) ? question -> answer(err, question) : Terminal.NONE;
    return new Console(writer(FileDescriptor.out), err, terminal);
  }

  private static Optional<String> answer(PrintWriter err, String question) {
    err.print(question);
    err.flush();
    try {
      String line =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
      return Optional.of(line == null ? "" : line);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static PrintWriter writer(FileDescriptor descriptor) {
    return new PrintWriter(
        new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), true);
  }
}
