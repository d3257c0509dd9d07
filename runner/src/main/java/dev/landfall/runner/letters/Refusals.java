package dev.landfall.runner.letters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one publication refuses: staged while it runs, published when it is confirmed. Owned by the
 * publication; {@link #add} may be called by any of its threads, one after the other.
 *
 * <p>The order of the two decides: a refusal is on the device before the confirmation that rests on
 * it is written, and in view only after that. The package's description goes through the crashes.
 */
final class Refusals implements AutoCloseable {
  /** Of what one publication refuses: with more of it, not the records are what is wrong. */
  static final long MAX_BYTES = 64 << 20;

  private static final String STAGED = ".refused";
  private static final JsonMapper MAPPER = new JsonMapper();

  private final LetterLayout layout;
  private final Staging staging;
  private final LineWriter lines;
  private final IntervalId interval;

  /** By what tells letters apart: all but the reason, which may differ from try to try. */
  private final Map<String, byte[]> ofThisTry = new LinkedHashMap<>();

  private @Nullable FileChannel channel;
  private long bytes;

  Refusals(LetterLayout layout, Staging staging, LineWriter lines, IntervalId interval) {
    this.layout = layout;
    this.staging = staging;
    this.lines = lines;
    this.interval = interval;
  }

  /**
   * Stages a letter; it is on the device on return.
   *
   * @return whether it is the first of its record in this try
   */
  synchronized boolean add(SinkRecord letter) throws IOException {
    byte[] line = lines.line(Letter.line(letter));
    if (ofThisTry.putIfAbsent(identity(line), line) != null) {
      return false;
    }
    bytes += line.length;
    if (bytes > MAX_BYTES) {
      throw new IOException(
          String.format(
              "the publication of %s refuses %d records and more, expected at most %d bytes of them"
                  + " (find out why the store refuses nearly everything, and start again)",
              interval, ofThisTry.size(), MAX_BYTES));
    }
    FileChannel open = open();
    Staging.writeFully(open, ByteBuffer.wrap(line));
    open.force(true);
    return true;
  }

  private FileChannel open() throws IOException {
    FileChannel open = channel;
    if (open == null) {
      Path file = staging.directory().resolve(name());
      dropTornLine(file);
      open =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
      channel = open;
      LetterLayout.sync(staging.directory());
    }
    return open;
  }

  /** Left by an error of the device in an earlier try of this process. */
  private static void dropTornLine(Path file) throws IOException {
    if (Files.exists(file)) {
      byte[] bytes = Files.readAllBytes(file);
      int end = bytes.length;
      while (end > 0 && bytes[end - 1] != '\n') {
        end--;
      }
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(end);
      }
    }
  }

  private String name() {
    return LetterLayout.stem(interval) + STAGED;
  }

  private static String identity(byte[] line) throws IOException {
    JsonNode letter = MAPPER.readTree(line);
    return letter instanceof ObjectNode object
        ? object.without(List.of("reason", "checkpoint")).toString()
        : letter.toString();
  }

  /** This try's publication was confirmed: what it refused is what is refused. Idempotent. */
  synchronized void publishThisTry() throws IOException, FencedException {
    publish(ofThisTry.values());
  }

  /** An earlier one was confirmed, perhaps of another host. Idempotent. */
  synchronized void publishStaged() throws IOException, FencedException {
    Map<String, byte[]> all = new LinkedHashMap<>();
    for (Path file : staged()) {
      for (byte[] line : completeLines(Files.readAllBytes(file))) {
        all.putIfAbsent(identity(line), line);
      }
    }
    publish(all.values());
  }

  private List<Path> staged() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path directory : staging.all()) {
      Path file = directory.resolve(name());
      if (Files.exists(file)) {
        files.add(file);
      }
    }
    return files;
  }

  /** A last one without its end was never acknowledged. */
  private static List<byte[]> completeLines(byte[] bytes) {
    List<byte[]> found = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        found.add(Arrays.copyOfRange(bytes, start, i + 1));
        start = i + 1;
      }
    }
    return found;
  }

  private void publish(Collection<byte[]> letters) throws IOException, FencedException {
    Path visible = layout.visible(interval);
    if (!letters.isEmpty() && !Files.exists(visible)) {
      staging.publish(
          visible,
          out -> {
            for (byte[] line : letters) {
              Staging.writeFully(out, ByteBuffer.wrap(line));
            }
          });
    }
    close();
    // In view, or nothing to be seen: what is staged is not needed any more.
    for (Path file : staged()) {
      Files.deleteIfExists(file);
    }
  }

  /** Lets go of the file; what is staged stays. Idempotent. */
  @Override
  public synchronized void close() throws IOException {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      open.close();
    }
  }
}
