package dev.landfall.sink.jdbc;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.admin.StoreEntry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.transaction.xa.XAException;

/** What operators see and do in modes xa and confirm. One thread at a time. */
final class JdbcAdministration implements Administration {
  private static final String BRANCH = "prepared branch";
  private static final String SESSION = "session row";
  private static final String FENCE = "fence row";
  private static final String CONFIRMATIONS = "confirmation rows";

  private final Ledger ledger;
  private final XaCommitter committer;

  JdbcAdministration(Ledger ledger) {
    this.ledger = ledger;
    this.committer = new XaCommitter(ledger);
  }

  @Override
  public List<StoreEntry> pending() throws SinkException {
    if (ledger.database().configuration().mode() != JdbcMode.XA) {
      return List.of();
    }
    List<BranchXid> prepared = prepared();
    return ledger
        .database()
        .oneByOne(
            "look at prepared branches",
            connection -> {
              List<StoreEntry> pending = new ArrayList<>();
              for (BranchXid xid : prepared) {
                Optional<IntervalId> ours =
                    Xids.interval(xid)
                        .filter(interval -> interval.writer().sink().equals(ledger.sink()));
                if (ours.isPresent()) {
                  pending.add(branch(connection, xid, ours.get()));
                }
              }
              return pending;
            });
  }

  private List<BranchXid> prepared() throws SinkException {
    try {
      return committer.link().prepared();
    } catch (XAException e) {
      throw new StoreUnavailableException("Cannot list prepared branches: " + XaErrors.name(e), e);
    }
  }

  private StoreEntry branch(Connection connection, BranchXid xid, IntervalId interval)
      throws SQLException {
    return new StoreEntry(
        interval.toString(),
        BRANCH,
        Optional.of(interval),
        ledger.database().dialect().preparedFor(connection, xid),
        Optional.empty(),
        Map.of("xid", xid.toString()));
  }

  private static StoreEntry entry(
      String name, String what, Optional<IntervalId> interval, Map<String, String> details) {
    return new StoreEntry(name, what, interval, Optional.empty(), Optional.empty(), details);
  }

  @Override
  public CommitOutcome commit(StoreEntry entry) throws SinkException, InterruptedException {
    return committer.commit(XaCommittable.of(branchOf(entry), 0));
  }

  @Override
  public void abort(StoreEntry entry) throws SinkException, InterruptedException {
    IntervalId interval = branchOf(entry);
    committer.rollback(interval.toString(), Xids.of(interval));
  }

  private IntervalId branchOf(StoreEntry entry) throws SinkException {
    return entry
        .interval()
        .filter(interval -> entry.what().equals(BRANCH))
        .filter(interval -> interval.writer().sink().equals(ledger.sink()))
        .orElseThrow(
            () ->
                new SinkException(
                    "Cannot end " + entry.name() + ": it is not a branch of " + ledger.sink()));
  }

  /** Rows of sessions that are gone; the next take-over would remove them too. */
  @Override
  public List<StoreEntry> leftovers() throws SinkException {
    return ledger
        .database()
        .oneByOne(
            "list sessions",
            connection -> {
              List<StoreEntry> gone = new ArrayList<>();
              if (!ledger.bookkeeping().isThere(connection)) {
                return gone;
              }
              for (SessionTable.Entry session : ledger.sessions().read(connection, ledger.sink())) {
                if (!ledger.sessions().isAlive(connection, session)) {
                  gone.add(session(session));
                }
              }
              return gone;
            });
  }

  private static StoreEntry session(SessionTable.Entry session) {
    return entry(
        session.name(),
        SESSION,
        Optional.empty(),
        Map.of(
            "first interval",
            session.first().toString(),
            "session",
            Long.toString(session.mark().number())));
  }

  @Override
  public List<StoreEntry> bookkeeping() throws SinkException {
    return ledger
        .database()
        .oneByOne(
            "list bookkeeping",
            connection -> {
              List<StoreEntry> all = new ArrayList<>();
              if (!ledger.bookkeeping().isThere(connection)) {
                return all;
              }
              for (IntervalId newest : ledger.confirmations().newest(connection, ledger.sink())) {
                all.add(confirmations(newest));
              }
              for (FenceTable.Fence fence : ledger.fences().read(connection, ledger.sink())) {
                all.add(fence(fence));
              }
              for (SessionTable.Entry session : ledger.sessions().read(connection, ledger.sink())) {
                all.add(session(session));
              }
              return all;
            });
  }

  private static StoreEntry confirmations(IntervalId newest) {
    return entry(
        newest.writer().toString(),
        CONFIRMATIONS,
        Optional.of(newest),
        Map.of("newest", newest.toString()));
  }

  private static StoreEntry fence(FenceTable.Fence fence) {
    return entry(
        fence.scope().subtask() + " of " + fence.scope().parallelism(),
        FENCE,
        Optional.empty(),
        Map.of("generation", fence.generation().toString()));
  }

  @Override
  public void remove(StoreEntry entry) throws SinkException {
    ledger
        .database()
        .oneByOne(
            "remove " + entry.what() + " " + entry.name(),
            connection -> {
              switch (entry.what()) {
                case SESSION -> {
                  for (SessionTable.Entry session :
                      ledger.sessions().read(connection, ledger.sink())) {
                    if (session.name().equals(entry.name())) {
                      ledger.sessions().remove(connection, session);
                    }
                  }
                }
                case FENCE -> {
                  for (FenceTable.Fence fence : ledger.fences().read(connection, ledger.sink())) {
                    if (fence(fence).name().equals(entry.name())) {
                      ledger.fences().remove(connection, ledger.sink(), fence);
                    }
                  }
                }
                case CONFIRMATIONS -> removeConfirmations(connection, entry);
                default -> throw new IllegalArgumentException("Cannot remove a " + entry.what());
              }
              return true;
            });
  }

  private void removeConfirmations(Connection connection, StoreEntry entry) throws SQLException {
    Optional<IntervalId> newest =
        entry.interval().filter(i -> i.writer().sink().equals(ledger.sink()));
    if (newest.isPresent()) {
      ledger.confirmations().removeAll(connection, newest.get().writer());
    }
  }

  @Override
  public void close() {
    committer.close();
  }
}
