package dev.landfall.conformance.memory;

import dev.landfall.conformance.model.Access;
import java.util.List;
import java.util.Optional;

/** The requests about transactions, generations and confirmation rows. One thread at a time. */
final class TransactionRequests {
  private final Connection connection;

  TransactionRequests(Connection connection) {
    this.connection = connection;
  }

  void begin(String name, Owner owner) throws StoreFailure {
    connection.call(
        connection.change(
            Access.STAGE,
            "Begin",
            name,
            List.of(),
            none ->
                connection
                    .store()
                    .transactions()
                    .begin(name, owner, connection.session(), connection.gate().millis())));
  }

  Connection.Reply<Boolean> stage(String name, List<Entry> entries) {
    return connection.send(
        connection.change(
            Access.STAGE,
            "Stage",
            name,
            entries,
            some -> connection.store().transactions().stage(name, some)));
  }

  void stageConfirmation(String name, String interval) throws StoreFailure {
    connection.call(
        connection.change(
            Access.STAGE,
            "StageConfirmation",
            name,
            List.of(),
            none -> connection.store().transactions().stageConfirmation(name, interval)));
  }

  void prepare(String name) throws StoreFailure {
    connection.call(
        connection.change(
            Access.PREPARE,
            "Prepare",
            name,
            List.of(),
            none -> connection.store().transactions().prepare(name)));
  }

  void prepareInSession(String name) throws StoreFailure {
    connection.call(
        connection.change(
            Access.PREPARE,
            "Prepare",
            name,
            List.of(),
            none -> connection.store().transactions().prepareInSession(name)));
  }

  Connection.Reply<Boolean> commitLater(String name) {
    return connection.send(
        connection.change(
            Access.COMMIT,
            "Commit",
            name,
            List.of(),
            none -> connection.store().transactions().commit(name)));
  }

  void commit(String name) throws StoreFailure {
    commitLater(name).await();
  }

  /** Several at once, all or nothing. */
  void commitTogether(List<String> names) throws StoreFailure {
    connection.call(
        connection.change(
            Access.COMMIT,
            "CommitTogether",
            names.get(0),
            List.of(),
            none -> {
              for (String name : names) {
                connection.store().transactions().commit(name);
              }
            }));
  }

  /** Makes those rows of a prepared transaction visible whose key begins like this. */
  void commitPart(String name, String keys) throws StoreFailure {
    connection.call(
        connection.change(
            Access.COMMIT,
            "CommitPart",
            name,
            List.of(),
            none -> connection.store().transactions().commitPart(name, keys)));
  }

  /** Takes the rows of a committed transaction back. */
  void undo(String interval) throws StoreFailure {
    connection.call(
        connection.change(
            Access.ABORT,
            "Undo",
            interval,
            List.of(),
            none -> connection.store().transactions().undo(interval)));
  }

  void abort(String name) throws StoreFailure {
    connection.call(
        connection.change(
            Access.ABORT,
            "Abort",
            name,
            List.of(),
            none -> connection.store().transactions().abort(name)));
  }

  /** Commits although its generation is fenced: a store that lets an owner end its own. */
  void commitDangling(String name) throws StoreFailure {
    connection.call(
        connection.change(
            Access.COMMIT,
            "CommitDangling",
            name,
            List.of(),
            none -> connection.store().transactions().commitFenced(name)));
  }

  /**
   * Lets readers wait. A closed connection asks for nothing any more.
   *
   * @param holder whose lock it is, so that a fence ends it; empty if the store is not told
   */
  void lock(String name, Optional<Locks.Holder> holder) throws StoreFailure {
    connection.call(
        connection.change(
            Access.LOCK,
            "Lock",
            name,
            List.of(),
            none -> {
              if (connection.isBroken()) {
                throw new StoreFailure(StoreFailure.Kind.CONNECTION_LOST, "it is closed");
              }
              connection.store().transactions().lock(connection.session(), holder);
            }));
  }

  void unlock(String name) throws StoreFailure {
    connection.call(
        connection.change(
            Access.LOCK,
            "Unlock",
            name,
            List.of(),
            none -> connection.store().transactions().unlock(connection.session())));
  }

  /** How long ago the transaction was begun, in milliseconds. */
  long age(Transaction transaction) {
    return connection.gate().millis() - transaction.begunMillis();
  }

  List<Transaction> list(String prefix) throws StoreFailure {
    return connection.call(
        connection.ask(
            Access.READ,
            "ListTransactions",
            prefix,
            List.of(),
            none -> connection.store().transactions().list(prefix)));
  }

  List<String> confirmations(String prefix) throws StoreFailure {
    return connection.call(
        connection.ask(
            Access.READ,
            "ListConfirmations",
            prefix,
            List.of(),
            none -> connection.store().transactions().confirmations(prefix)));
  }

  void register(Owner owner) throws StoreFailure {
    connection.call(
        connection.change(
            Access.FENCE,
            "Register",
            owner.sink() + "/" + owner.subtask(),
            List.of(),
            none -> connection.store().transactions().register(owner)));
  }

  void fence(String sink, int subtask, int parallelism, long generation, String token)
      throws StoreFailure {
    connection.call(
        connection.change(
            Access.FENCE,
            "Fence",
            sink + "/" + subtask,
            List.of(),
            none ->
                connection
                    .store()
                    .transactions()
                    .fence(sink, subtask, parallelism, generation, token)));
  }

  long newest(String sink, int subtask, int parallelism) throws StoreFailure {
    return connection.call(
        connection.ask(
            Access.READ,
            "NewestGeneration",
            sink + "/" + subtask,
            List.of(),
            none -> connection.store().transactions().newest(sink, subtask, parallelism)));
  }
}
