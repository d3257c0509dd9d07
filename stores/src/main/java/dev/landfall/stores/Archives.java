package dev.landfall.stores;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Enumeration;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.tukaani.xz.XZInputStream;

/** Unpacks what the artifacts hold. Thread-safe. */
final class Archives {
  private static final Duration TAR_BOUND = Duration.ofMinutes(3);

  private Archives() {}

  /**
   * Unpacks the entries for which {@code place} returns a relative path ("" leaves one out), all of
   * them executable: a zip read by the JDK does not tell which are.
   */
  static void unzip(Path zip, Path target, Function<String, String> place) {
    try (ZipFile file = new ZipFile(zip.toFile())) {
      for (Enumeration<? extends ZipEntry> all = file.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        String name = place.apply(entry.getName());
        if (!name.isEmpty() && !entry.isDirectory()) {
          try (InputStream in = file.getInputStream(entry)) {
            write(in, inside(target, name));
          }
        }
      }
    } catch (IOException e) {
      throw new StoreException("Cannot unpack \"" + zip + "\" (delete it to fetch it again)", e);
    }
  }

  private static Path inside(Path target, String name) {
    Path file = target.resolve(name).normalize();
    if (!file.startsWith(target)) {
      throw new StoreException("Cannot unpack \"" + name + "\": it leads out of its folder");
    }
    return file;
  }

  private static void write(InputStream in, Path file) throws IOException {
    Folders.made(file.resolveSibling("."));
    Files.copy(in, file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Unpacks the tar.xz entry that matches, out of a jar. */
  static void untarXz(Path jar, Predicate<String> entryName, Path target) {
    try (ZipFile file = new ZipFile(jar.toFile())) {
      ZipEntry entry =
          file.stream()
              .filter(candidate -> entryName.test(candidate.getName()))
              .findFirst()
              .orElseThrow(() -> new StoreException("Cannot find an archive in \"" + jar + "\""));
      Path tar = target.resolve("unpacked.tar");
      try (InputStream in = new XZInputStream(file.getInputStream(entry))) {
        Files.copy(in, tar);
      }
      Command.of("tar", "-xf", tar.toString(), "-C", target.toString()).run(TAR_BOUND);
      Files.delete(tar);
    } catch (IOException e) {
      throw new StoreException("Cannot unpack \"" + jar + "\" (delete it to fetch it again)", e);
    }
  }
}
