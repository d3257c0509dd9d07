package dev.landfall.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Where a command prints: results to {@code out}, what went wrong and how far it is to {@code err}.
 * UTF-8 whatever the JVM's default (SI-10). Thread-safe.
 *
 * @param out results
 * @param err everything else
 */
record Console(PrintWriter out, PrintWriter err) {
  static Console ofProcess() {
    return new Console(writer(FileDescriptor.out), writer(FileDescriptor.err));
  }

  private static PrintWriter writer(FileDescriptor descriptor) {
    return new PrintWriter(
        new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), true);
  }
}
