package dev.landfall.conformance.wire;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The classes of the Java child, archived when the first one ends in good order, and mapped by all
 * that start after it: loading them anew is half of what a killed process costs. Where there is no
 * archive, processes start as ever. One thread at a time.
 *
 * <p>The JVM archives what comes from jars alone (JEP 350), so directories of the class path are
 * packed first.
 */
final class ClassArchive {
  private static final String CHILD = "dev.landfall.conformance.wire.child.ChildMain";

  private final List<String> command;
  private final Path archive;

  private ClassArchive(List<String> command, Path archive) {
    this.command = command;
    this.archive = archive;
  }

  /** Of the processes that {@code command} starts; the archive lies in {@code folder}. */
  static ClassArchive of(List<String> command, Path folder) throws IOException {
    List<String> packed = new ArrayList<>(command);
    int path = packed.indexOf("-cp") + 1;
    if (path > 0 && isOfChild(command)) {
      packed.set(path, jars(packed.get(path), folder));
    }
    return new ClassArchive(packed, folder.resolve("child.jsa"));
  }

  private static boolean isOfChild(List<String> command) {
    return command.contains(CHILD);
  }

  /** Whether there can be one: only the Java child is known to this class. */
  boolean isPossible() {
    return isOfChild(command);
  }

  /** Starts a process that archives its classes at its end. */
  List<String> making() {
    return isPossible() ? with("-XX:ArchiveClassesAtExit=" + archive) : command;
  }

  /** Starts a process from the archive, if it is there. */
  List<String> using() {
    return Files.exists(archive) ? with("-XX:SharedArchiveFile=" + archive) : command;
  }

  /** The JVM's own words would come between the lines of the protocol. */
  private List<String> with(String option) {
    List<String> longer = new ArrayList<>(command);
    longer.addAll(1, List.of(option, "-Xlog:disable"));
    return longer;
  }

  private static String jars(String classPath, Path folder) throws IOException {
    Files.createDirectories(folder);
    List<String> jars = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      boolean pack = !entry.isEmpty() && Files.isDirectory(Path.of(entry));
      jars.add(pack ? jar(Path.of(entry), folder, jars.size()).toString() : entry);
    }
    return String.join(File.pathSeparator, jars);
  }

  /** The files are listed first, for the jar may come to lie among them. */
  private static Path jar(Path directory, Path folder, int number) throws IOException {
    List<Path> classes;
    try (Stream<Path> files = Files.walk(directory)) {
      classes = files.filter(Files::isRegularFile).sorted().toList();
    }
    Path jar = folder.resolve("classes-" + number + ".jar");
    try (OutputStream bytes = new BufferedOutputStream(Files.newOutputStream(jar));
        JarOutputStream out = new JarOutputStream(bytes)) {
      classes.forEach(file -> add(out, directory, file));
    }
    return jar;
  }

  private static void add(JarOutputStream out, Path directory, Path file) {
    try {
      String name = directory.relativize(file).toString().replace(File.separatorChar, '/');
      out.putNextEntry(new JarEntry(name));
      Files.copy(file, out);
      out.closeEntry();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
