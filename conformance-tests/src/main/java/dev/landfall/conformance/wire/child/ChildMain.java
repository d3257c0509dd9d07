package dev.landfall.conformance.wire.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.wire.message.Messages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Reads one call a line from standard input, makes it, and answers with one line on standard
 * output, in order. One thread at a time.
 *
 * <p>When standard input ends, the suite is gone: so is this process, whatever call it is in, and
 * without a word to the store.
 */
public final class ChildMain {
  private final PrintStream out;
  private final SinkCalls calls;

  private ChildMain(PrintStream out) {
    this.out = out;
    this.calls = new SinkCalls(this::say);
  }

  /** Takes no arguments. */
  public static void main(String[] arguments) throws InterruptedException {
    PrintStream protocol = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err); // what a connector prints is not for the suite
    ChildMain child = new ChildMain(protocol);
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Thread reader = new Thread(() -> read(lines), "calls");
    reader.setDaemon(true);
    reader.start();
    while (true) {
      child.serve(Messages.read(lines.take()));
    }
  }

  private static void read(BlockingQueue<String> lines) {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      String line = in.readLine();
      while (line != null) {
        lines.add(line);
        line = in.readLine();
      }
    } catch (IOException e) {
      // The same as its end.
    }
    Runtime.getRuntime().halt(0);
  }

  private synchronized void say(JsonNode message) {
    out.println(Messages.line(message));
  }

  private void serve(JsonNode call) {
    ObjectNode answer = Messages.object().put("id", call.path("id").asLong());
    try {
      answer.set("result", calls.make(call));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      error(answer, e);
    } catch (Exception | LinkageError e) {
      error(answer, e);
    }
    say(answer);
  }

  private static void error(ObjectNode answer, Throwable e) {
    answer
        .putObject("error")
        .put("type", e.getClass().getSimpleName())
        .put("message", e.getMessage() == null ? e.toString() : e.getMessage());
  }
}
