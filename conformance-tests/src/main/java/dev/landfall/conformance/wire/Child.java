package dev.landfall.conformance.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.host.Unjudged;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.conformance.wire.proxy.Arrival;
import dev.landfall.conformance.wire.proxy.Mailbox;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process that can hold one sink after the other. One thread at a time.
 *
 * <p>It ends when its standard input does, so none outlives the suite; one that stands still cannot
 * notice, so a guard, which ends with the suite in the same way, kills it.
 */
final class Child implements AutoCloseable {
  private static final long SECONDS_TO_DIE = 10;
  private static final long TICK_MILLIS = 50;

  private final Process process;
  private final BufferedWriter in;
  private volatile Mailbox mailbox = new Mailbox();
  private @Nullable Process guard;
  private long calls;
  private boolean heard;

  private Child(Process process) {
    this.process = process;
    this.in =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    Thread reader = new Thread(this::read, "child-" + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  static Child start(List<String> command, File errors) {
    try {
      return new Child(
          new ProcessBuilder(command).redirectError(Redirect.appendTo(errors)).start());
    } catch (IOException e) {
      throw new IllegalStateException("Cannot start the process under test: " + command.get(0), e);
    }
  }

  private void read() {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = out.readLine();
      while (line != null) {
        mailbox.add(new Arrival.Line(line));
        line = out.readLine();
      }
    } catch (IOException e) {
      // Killed in the middle of a line.
    }
    mailbox.add(new Arrival.Exited());
  }

  /** From now on it writes to {@code newMailbox}. */
  void attach(Mailbox newMailbox) {
    mailbox = newMailbox;
    heard = true;
  }

  /** Sends a call, and returns its number; a dead process answers by the end of its output. */
  long send(ObjectNode call) {
    long id = ++calls;
    try {
      in.write(Messages.line(call.put("id", id)));
      in.newLine();
      in.flush();
    } catch (IOException e) {
      // It is gone; its mailbox says so.
    }
    return id;
  }

  /** Waits for a while until all calls are answered, if nobody has heard the answers yet. */
  void awaitAnswers() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_DIE);
    long answered = 0;
    try {
      while (!heard && answered < calls && System.nanoTime() < deadline) {
        Arrival next = mailbox.poll(TICK_MILLIS);
        if (next instanceof Arrival.Exited) {
          return;
        } else if (next instanceof Arrival.Line line) {
          answered = Messages.read(line.text()).path("id").asLong();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** SIGKILL, and waits until the process is gone: nothing of it happens after this. */
  void kill() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(SECONDS_TO_DIE, TimeUnit.SECONDS)) {
        throw new Unjudged(
            "Cannot kill process " + process.pid() + " within " + SECONDS_TO_DIE + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    endGuard();
  }

  /** Ends in good order: its standard input does. */
  void end() {
    try {
      in.close();
      process.waitFor(SECONDS_TO_DIE, TimeUnit.SECONDS);
    } catch (IOException e) {
      // It is gone.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
  }

  /** SIGSTOP. */
  void stop() {
    guard = guard();
    signal("STOP");
  }

  /** SIGCONT. */
  void resume() {
    signal("CONT");
    endGuard();
  }

  private Process guard() {
    try {
      return new ProcessBuilder("sh", "-c", "read line; kill -KILL " + process.pid()).start();
    } catch (IOException e) {
      throw new Unjudged("Cannot guard process " + process.pid(), e);
    }
  }

  private void endGuard() {
    if (guard != null) {
      guard.destroyForcibly();
      guard = null;
    }
  }

  private void signal(String name) {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
      if (!kill.waitFor(SECONDS_TO_DIE, TimeUnit.SECONDS) || kill.exitValue() != 0) {
        throw new Unjudged("Cannot send SIG" + name + " to " + process.pid());
      }
    } catch (IOException e) {
      throw new Unjudged("Cannot send SIG" + name + " to " + process.pid(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    kill();
  }
}
