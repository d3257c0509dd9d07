package dev.landfall.conformance.memory;

import dev.landfall.conformance.memory.StoreFailure.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The device of the simulated store that a log is appended to. One thread at a time. */
final class LogDevice {
  /** One entry. */
  record Line(String text, boolean torn) {}

  private final Changes changes;
  private final NavigableMap<String, List<Line>> device = new TreeMap<>();
  private long version;

  LogDevice(Changes changes) {
    this.changes = changes;
  }

  void append(String file, List<Line> lines) {
    if (!device.containsKey(file) || lines.stream().anyMatch(Line::torn)) {
      changed();
    }
    device.computeIfAbsent(file, name -> new ArrayList<>()).addAll(lines);
  }

  List<Line> read(String file) throws StoreFailure {
    List<Line> lines = device.get(file);
    if (lines == null) {
      throw new StoreFailure(Kind.NO_SUCH, "no log file " + file);
    }
    return List.copyOf(lines);
  }

  void rename(String from, String to) throws StoreFailure {
    List<Line> lines = device.remove(from);
    if (lines == null) {
      throw new StoreFailure(Kind.NO_SUCH, "no log file " + from);
    }
    changed();
    device.put(to, lines);
  }

  void delete(String file) {
    changed();
    device.remove(file);
  }

  private void changed() {
    changes.behind();
    version++;
  }

  /** Grows when a file comes, goes or is torn. */
  long version() {
    return version;
  }

  List<String> list(String prefix) {
    // Sorted by name: those that begin with the prefix stand together.
    return List.copyOf(device.subMap(prefix, prefix + Character.MAX_VALUE).keySet());
  }

  @Override
  public String toString() {
    return device.toString();
  }
}
