package dev.landfall.conformance.memory;

import dev.landfall.conformance.model.Access;
import java.util.ArrayList;
import java.util.List;

/** The requests about rows and keys. One thread at a time. */
final class RowRequests {
  private final Connection connection;

  RowRequests(Connection connection) {
    this.connection = connection;
  }

  Connection.Reply<Boolean> append(String name, List<Entry> entries) {
    return connection.send(
        connection.change(
            Access.PUT, "Append", name, entries, some -> connection.store().tables().append(some)));
  }

  /** Adds rows as the second half of a commit that the sink itself makes up. */
  void appendCommitted(String name, List<Entry> entries) throws StoreFailure {
    connection.call(
        connection.change(
            Access.COMMIT,
            "AppendStaged",
            name,
            List.of(),
            none -> connection.store().tables().append(entries)));
  }

  Connection.Reply<Boolean> insertIfAbsent(String name, Entry entry) {
    return connection.send(
        connection.ask(
            Access.PUT,
            "InsertIfAbsent",
            name,
            List.of(entry),
            some -> !some.isEmpty() && connection.store().tables().insertIfAbsent(name, entry)));
  }

  /** Puts and deletes in order; an entry may be refused while its neighbours are not. */
  Connection.Reply<List<String>> bulk(String name, List<Entry> entries) {
    return connection.send(
        connection.ask(
            Access.PUT,
            "Bulk",
            name,
            entries,
            some -> {
              List<String> refused = new ArrayList<>();
              for (Entry entry : some) {
                if (entry.kind() == Entry.Kind.BAD) {
                  refused.add(entry.record());
                } else {
                  connection.store().tables().put(entry);
                }
              }
              return refused;
            }));
  }

  /** As {@link #bulk}, but an operation that is older than the one before loses. */
  Connection.Reply<List<String>> bulkNewer(
      String name, List<Entry> entries, Tables.Tombstones tombstones) {
    return connection.send(
        connection.ask(
            Access.PUT,
            "Bulk",
            name,
            entries,
            some -> {
              List<String> refused = new ArrayList<>();
              for (Entry entry : some) {
                if (entry.kind() == Entry.Kind.BAD) {
                  refused.add(entry.record());
                } else {
                  connection.store().tables().putNewer(entry, tombstones);
                }
              }
              return refused;
            }));
  }

  /** Deletes the key unless a deletion of the same or a later position is remembered. */
  Connection.Reply<Boolean> deleteOnce(Entry entry) {
    return connection.send(
        connection.change(
            Access.PUT,
            "DeleteOnce",
            entry.key(),
            List.of(entry),
            some -> connection.store().tables().deleteOnce(entry)));
  }

  long highestOffset(String split) throws StoreFailure {
    return connection.call(
        connection.ask(
            Access.READ,
            "HighestOffset",
            split,
            List.of(),
            none -> connection.store().tables().highestOffset(split)));
  }
}
