package dev.landfall.cli.kill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/**
 * A file of JSON lines that somebody else writes, good ones and bad ones, at a rate. Thread-safe.
 *
 * <p>Line {@code n} is broken JSON, lacks its key, does not fit its column, or is refused by a
 * constraint of the table, by {@code n mod 20}; all others are good.
 */
final class GrowingFile implements AutoCloseable {
  private static final int LINES_A_TURN = 20;
  private static final int TURN_MILLIS = 10;

  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread;
  private final AtomicLong lines = new AtomicLong();

  private GrowingFile(Path file) throws IOException {
    Writer out = Files.newBufferedWriter(file);
    this.thread = new Thread(() -> write(out), "growing-file");
  }

  static GrowingFile start(Path file) throws IOException {
    GrowingFile growing = new GrowingFile(file);
    growing.thread.start();
    return growing;
  }

  private void write(Writer out) {
    try (out) {
      while (!stop.await(TURN_MILLIS, TimeUnit.MILLISECONDS)) {
        for (int i = 0; i < LINES_A_TURN; i++) {
          out.write(line(lines.get() + 1) + "\n");
          lines.incrementAndGet();
        }
        out.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String line(long n) {
    return switch ((int) (n % 20)) {
      case 3 -> "{\"id\":" + n + ",\"number\":";
      case 7 -> "{\"number\":" + n + ",\"note\":\"no key\"}";
      case 11 -> "{\"id\":" + n + ",\"number\":" + (n + (1L << 40)) + ",\"note\":\"too large\"}";
      case 15 -> "{\"id\":" + n + ",\"number\":" + n + ",\"note\":\"refused\"}";
      default -> "{\"id\":" + n + ",\"number\":" + n + ",\"note\":\"good\"}";
    };
  }

  /** Ends the file; tells the numbers of the lines for which {@code n mod 20} is among those. */
  List<Long> end(List<Integer> rests) throws InterruptedException {
    stop.countDown();
    thread.join();
    return LongStream.rangeClosed(1, lines.get())
        .filter(n -> rests.contains((int) (n % 20)))
        .boxed()
        .toList();
  }

  @Override
  public void close() {
    stop.countDown();
  }
}
