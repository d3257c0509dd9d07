package dev.landfall.conformance.memory;

import dev.landfall.conformance.memory.LogDevice.Line;
import dev.landfall.conformance.model.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The requests to the log device. One thread at a time. */
final class LogRequests {
  private final Connection connection;

  LogRequests(Connection connection) {
    this.connection = connection;
  }

  /** Half of the bytes end in the middle of a line, and the device keeps what it got. */
  void append(String file, List<Entry> entries, List<Line> lines) throws StoreFailure {
    connection.call(
        new Request<>(
            Access.LOG,
            "AppendLog",
            file,
            entries,
            Connection.done(all -> connection.store().device().append(file, lines)),
            Optional.of(
                Connection.done(
                    half -> connection.store().device().append(file, tornInHalf(lines))))));
  }

  private static List<Line> tornInHalf(List<Line> lines) {
    int whole = lines.size() / 2;
    List<Line> half = new ArrayList<>(lines.subList(0, whole));
    half.add(new Line(lines.get(whole).text(), true));
    return half;
  }

  List<Line> read(String file) throws StoreFailure {
    return connection.call(
        connection.ask(
            Access.READ,
            "ReadLog",
            file,
            List.of(),
            none -> connection.store().device().read(file)));
  }

  void rename(String from, String to) throws StoreFailure {
    connection.call(
        connection.change(
            Access.LOG,
            "RenameLog",
            to,
            List.of(),
            none -> connection.store().device().rename(from, to)));
  }

  void delete(String file) throws StoreFailure {
    connection.call(
        connection.change(
            Access.ABORT,
            "DeleteLog",
            file,
            List.of(),
            none -> connection.store().device().delete(file)));
  }

  List<String> list(String prefix) throws StoreFailure {
    return connection.call(
        connection.ask(
            Access.READ,
            "ListLogs",
            prefix,
            List.of(),
            none -> connection.store().device().list(prefix)));
  }
}
