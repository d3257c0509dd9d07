package dev.landfall.examples.directory;

import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.host.Instance;
import dev.landfall.conformance.model.Access;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A disk on which the suite kills the process before any operation. One thread at a time. */
final class DyingDisk implements Disk, AutoCloseable {
  private final Gate gate;
  private final Instance instance;
  private final Path root;
  private final List<FileChannel> open = new ArrayList<>();

  DyingDisk(Gate gate, Instance instance, Path root) {
    this.gate = gate;
    this.instance = instance;
    this.root = root;
  }

  private void step(Access access, String verb, Path path) {
    gate.step(instance, access, verb, root.relativize(path.normalize()).toString(), List.of());
  }

  @Override
  public void makeDirectories(Path directory) throws IOException {
    step(Access.READ, "MakeDirectories", directory);
    LOCAL.makeDirectories(directory);
  }

  @Override
  public void makeDirectory(Path directory) throws IOException {
    step(Access.FENCE, "MakeDirectory", directory);
    LOCAL.makeDirectory(directory);
  }

  @Override
  public FileChannel create(Path file) throws IOException {
    step(Access.STAGE, "Create", file);
    FileChannel channel = LOCAL.create(file);
    open.add(channel);
    return channel;
  }

  @Override
  public void force(Path file, FileChannel channel) throws IOException {
    step(Access.STAGE, "Force", file);
    LOCAL.force(file, channel);
  }

  @Override
  public void sync(Path directory) throws IOException {
    step(Access.READ, "Sync", directory);
    LOCAL.sync(directory);
  }

  @Override
  public void write(Path file, String text) throws IOException {
    step(Access.FENCE, "Write", file);
    LOCAL.write(file, text);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    String name = to.toString();
    Access access =
        name.endsWith(".fenced")
            ? Access.FENCE
            : name.endsWith(".prepared") ? Access.PREPARE : Access.COMMIT;
    step(access, "Rename", to);
    LOCAL.rename(from, to);
  }

  @Override
  public void delete(Path path) throws IOException {
    step(Access.ABORT, "Delete", path);
    LOCAL.delete(path);
  }

  @Override
  public void close() {
    try {
      for (FileChannel channel : open) {
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
