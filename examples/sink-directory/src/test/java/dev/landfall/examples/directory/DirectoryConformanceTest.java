package dev.landfall.examples.directory;

import dev.landfall.conformance.explore.Exploration.Depth;
import dev.landfall.conformance.host.Bench;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.host.Instance;
import dev.landfall.conformance.junit.SinkConformance;
import dev.landfall.conformance.model.Capability;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Item;
import dev.landfall.sdk.Guarantee.Weakness;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * The conformance suite on this backend: killed before each of its calls, and inside them before
 * each operation on the disk, in every schedule.
 */
class DirectoryConformanceTest extends SinkConformance {
  private static final Pattern LINE =
      Pattern.compile("\\{\"key\":\"([^\"]+)\",\"value\":\"([^\"]+)\"}");

  @TempDir private Path directory;
  private int runs;

  @Override
  protected Contract contract() {
    return Contract.TWO_PHASE;
  }

  @Override
  protected Bench bench(Gate gate) {
    return new DirectoryBench(gate, directory.resolve("run-" + ++runs));
  }

  @Override
  protected Set<Weakness> declares() {
    return Set.of(Weakness.PARTLY_VISIBLE_ACROSS_WRITERS, Weakness.REPEATED_AFTER_OLDER_RESTORE);
  }

  @Override
  protected Set<Capability> can() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  protected Depth depth() {
    return Depth.FIRST_OF_EACH_KIND;
  }

  private static final class DirectoryBench implements Bench {
    private final Gate gate;
    private final Path root;
    private final Map<Instance, DyingDisk> disks = new HashMap<>();
    private final Map<Path, List<Item>> seen = new HashMap<>();
    private List<Item> items = List.of();

    DirectoryBench(Gate gate, Path root) {
      this.gate = gate;
      this.root = root;
    }

    @Override
    public Sink open(SinkContext context, Instance instance) {
      DyingDisk disk = new DyingDisk(gate, instance, root);
      disks.put(instance, disk);
      return DirectorySink.open(new DirectoryConfiguration(root), context, disk);
    }

    /** The system closes the files of a dead process. */
    @Override
    public void died(Instance instance, Connections connections) {
      DyingDisk disk = disks.remove(instance);
      if (disk != null) {
        disk.close();
      }
    }

    @Override
    public List<Item> read() {
      List<Item> now = new ArrayList<>();
      files(1).filter(file -> file.toString().endsWith(".jsonl")).forEach(file -> add(file, now));
      items = now.equals(items) ? items : List.copyOf(now);
      return items;
    }

    /** A visible file never changes. */
    private void add(Path file, List<Item> now) {
      now.addAll(seen.computeIfAbsent(file, DirectoryBench::read));
    }

    private static List<Item> read(Path file) {
      try {
        return Files.readAllLines(file).stream().map(DirectoryBench::item).toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static Item item(String line) {
      Matcher matcher = LINE.matcher(line);
      return matcher.matches() ? new Item(matcher.group(1), matcher.group(2)) : new Item("", line);
    }

    private Stream<Path> files(int depth) {
      if (!Files.exists(root)) {
        return Stream.of();
      }
      try (Stream<Path> found = Files.walk(root, depth)) {
        return found.filter(Files::isRegularFile).sorted().toList().stream();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public String fingerprint() {
      return files(9).map(file -> root.relativize(file).toString()).toList().toString();
    }
  }
}
