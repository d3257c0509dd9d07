package dev.landfall.conformance.memory;

import dev.landfall.conformance.memory.StoreFailure.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The device of the simulated store that a log is appended to. One thread at a time. */
final class LogDevice {
  /** One entry. */
  record Line(String text, boolean torn) {}

  private final Changes changes;
  private final Map<String, List<Line>> device = new TreeMap<>();

  LogDevice(Changes changes) {
    this.changes = changes;
  }

  void append(String file, List<Line> lines) {
    changes.behind();
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
    changes.behind();
    device.put(to, lines);
  }

  void delete(String file) {
    changes.behind();
    device.remove(file);
  }

  List<String> list(String prefix) {
    return device.keySet().stream().filter(name -> name.startsWith(prefix)).toList();
  }

  @Override
  public String toString() {
    return device.toString();
  }
}
