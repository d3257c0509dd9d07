package dev.landfall.runner.letters;

import dev.landfall.sdk.FencedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The directory in which one host stages letters before it renames them into view. Thread-safe.
 *
 * <p>It is claimed once, by making the next number, and never made again: when a successor has
 * renamed it away, this host finds no place any more (W-6). A host renames only lower numbers away,
 * so a predecessor that comes late cannot harm it. The newest one stays for good, so that no number
 * is given out twice.
 */
final class Staging {
  private static final String FENCED = ".fenced";
  private static final Pattern NAME = Pattern.compile("e(\\d{6,18})(\\.fenced)?");

  private final LetterLayout layout;

  /** Guarded by this object. */
  private @Nullable Path claimed;

  Staging(LetterLayout layout) {
    this.layout = layout;
  }

  /** This host's directory; made at the first call. */
  synchronized Path directory() throws IOException {
    Path known = claimed;
    if (known == null) {
      known = claim();
      claimed = known;
    }
    return known;
  }

  private Path claim() throws IOException {
    Path root = Files.createDirectories(layout.stagingRoot());
    long next = LetterLayout.list(root).stream().mapToLong(Staging::number).max().orElse(0) + 1;
    // Each turn that fails is a start of another host at the same moment.
    for (long number = next; true; number++) {
      try {
        Path made = Files.createDirectory(root.resolve(String.format("e%06d", number)));
        LetterLayout.sync(root);
        return made;
      } catch (FileAlreadyExistsException e) {
        // Taken; a number is never shared.
      }
    }
  }

  /** 0 for anything else. */
  private static long number(Path directory) {
    Matcher name = NAME.matcher(directory.getFileName().toString());
    return name.matches() ? Long.parseLong(name.group(1)) : 0;
  }

  /** All hosts' directories that are not renamed away, this one's included. */
  List<Path> all() throws IOException {
    return LetterLayout.list(layout.stagingRoot()).stream()
        .filter(directory -> number(directory) > 0 && !isFenced(directory))
        .toList();
  }

  private static boolean isFenced(Path directory) {
    return directory.toString().endsWith(FENCED);
  }

  /** Renames the directories of earlier starts away. Idempotent. */
  void fenceOlder() throws IOException {
    long own = number(directory());
    for (Path directory : all()) {
      if (number(directory) < own) {
        rename(directory, directory.resolveSibling(directory.getFileName() + FENCED));
      }
    }
    LetterLayout.sync(layout.stagingRoot());
  }

  private static void rename(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      // Another host was faster, and a newer one than this.
    }
  }

  /**
   * Deletes what was renamed away. Idempotent.
   *
   * @return one printable line for each file
   */
  List<String> sweep() throws IOException {
    List<String> deleted = new ArrayList<>();
    for (Path directory : LetterLayout.list(layout.stagingRoot())) {
      if (isFenced(directory)) {
        for (Path file : LetterLayout.list(directory)) {
          Files.deleteIfExists(file);
          deleted.add("staged letters " + file);
        }
        Files.deleteIfExists(directory);
      }
    }
    return deleted;
  }

  /**
   * Makes a file visible, whole and durable.
   *
   * @throws FencedException if a successor has taken over
   */
  void publish(Path visible, Content content) throws IOException, FencedException {
    Path staged = directory().resolve(visible.getFileName() + ".tmp");
    try {
      // 1. the bytes  2. the name  3. the name survives a power cut: in this order, or a crash
      // leaves a short file in view
      try (FileChannel channel =
          FileChannel.open(
              staged,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        content.writeTo(channel);
        channel.force(true);
      }
      Files.move(staged, visible, StandardCopyOption.ATOMIC_MOVE);
      LetterLayout.sync(layout.root());
    } catch (NoSuchFileException e) {
      throw new FencedException(
          "Cannot publish dead letters as "
              + visible
              + ": another process took over, or removed the directory, expected "
              + directory()
              + " (make sure that no other host runs on this state, and start again)",
          e);
    }
  }

  static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Writes a file's bytes. */
  interface Content {
    void writeTo(FileChannel channel) throws IOException;
  }
}
