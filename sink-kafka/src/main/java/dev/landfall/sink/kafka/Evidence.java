package dev.landfall.sink.kafka;

import dev.landfall.sdk.IntervalId;
import java.util.Optional;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;

/**
 * What the broker tells about a prepared transaction, and what follows from it (T-3, T-4, T-5).
 * Immutable, thread-safe.
 *
 * <p><b>The decision table.</b> "Ours" is our producer id at our epoch; protocol 2 raises the epoch
 * when a transaction ends, and at the last epoch it goes on with a new producer id at epoch 0.
 *
 * <pre>
 *  # | broker's state of the id            | newest confirmation      | verdict
 *  1 | Ongoing, ours                       | (not asked)              | COMMIT: end it
 *  2 | Prepare/CompleteCommit, ours        | (not asked)              | COMMITTED, by the state
 *  3 | any other                           | this interval, or a later| COMMITTED, by the record:
 *    |                                     |   one of this generation |   commits end in order (HO-5)
 *  4 | Prepare/CompleteAbort, epoch fence, | any other                | LOST: its time-out, or an
 *    |   ours                              |                          |   operator
 *  5 | any other                           | of a later generation    | COMMITTED, by the record: its
 *    |                                     |                          |   recovery began with ours
 *  6 | known, and beyond our epoch         | an earlier interval      | LOST: it was fenced; a commit
 *    |                                     |                          |   would have replaced the record
 *  7 | known, and beyond our epoch         | none                     | SILENT: in doubt
 *  8 | forgotten                           | earlier, or none         | SILENT: in doubt
 * </pre>
 *
 * <p>The confirmation is read after the state: what had ended before the state was read is in it.
 * An earlier record proves nothing once the id is forgotten (row 8), for then a week has passed,
 * after which the broker forgets offsets as well. Prepare is as good as Complete: the coordinator
 * has written its decision to its log before it shows it (Kafka 4.4, KIP-98).
 *
 * @param verdict what follows
 * @param reason what it rests on, for a person
 */
record Evidence(Verdict verdict, String reason) {
  /** What to do. */
  enum Verdict {
    COMMIT,
    COMMITTED,
    LOST,
    SILENT
  }

  /** The highest epoch at which a transaction is begun; its end goes on with a new producer id. */
  private static final int LAST_EPOCH = Short.MAX_VALUE - 1;

  /** The rows that the broker's state decides alone; empty if the confirmation is to be asked. */
  static Optional<Evidence> of(
      PreparedTransaction prepared, Optional<TransactionDescription> state) {
    if (state.isEmpty() || !isOurs(prepared, state.get())) {
      return Optional.empty();
    }
    return switch (state.get().state()) {
      case ONGOING -> Optional.of(new Evidence(Verdict.COMMIT, "it is prepared"));
      case PREPARE_COMMIT, COMPLETE_COMMIT ->
          Optional.of(
              new Evidence(
                  Verdict.COMMITTED, "the broker's transaction state is " + state.get().state()));
      default -> Optional.empty();
    };
  }

  /** All other rows. */
  static Evidence of(
      PreparedTransaction prepared,
      IntervalId interval,
      Optional<TransactionDescription> state,
      Optional<IntervalId> confirmed) {
    if (confirmed.filter(newest -> isInOrderAfter(newest, interval)).isPresent()) {
      return confirmedBy(prepared, confirmed.get());
    }
    if (state.isPresent() && isAbort(state.get().state()) && isOurs(prepared, state.get())) {
      return new Evidence(Verdict.LOST, aborted(state.get()));
    }
    if (confirmed.filter(newest -> newest.isAfter(interval)).isPresent()) {
      return confirmedBy(prepared, confirmed.get());
    }
    if (state.isPresent() && confirmed.isPresent()) {
      return new Evidence(
          Verdict.LOST,
          "the id was fenced while the newest confirmation was "
              + confirmed.get()
              + " ("
              + shown(state.get())
              + ")");
    }
    return new Evidence(Verdict.SILENT, silent(prepared, state));
  }

  private static boolean isInOrderAfter(IntervalId newest, IntervalId interval) {
    return newest.generation().equals(interval.generation())
        && newest.ordinal() >= interval.ordinal();
  }

  private static Evidence confirmedBy(PreparedTransaction prepared, IntervalId newest) {
    return new Evidence(
        Verdict.COMMITTED, "group '" + prepared.group() + "' confirms up to " + newest);
  }

  private static String aborted(TransactionDescription state) {
    return "the broker aborted it, by its time-out of "
        + state.transactionTimeoutMs()
        + " ms or by an operator's order ("
        + shown(state)
        + ") (raise transaction-timeout above the longest downtime)";
  }

  private static String silent(
      PreparedTransaction prepared, Optional<TransactionDescription> state) {
    return "the broker "
        + state.map(known -> "shows " + shown(known)).orElse("has forgotten the transactional id")
        + " and group '"
        + prepared.group()
        + "' holds no confirmation that would tell (look in the topic for the interval's records)";
  }

  private static String shown(TransactionDescription state) {
    return state.state() + " at producer " + state.producerId() + " epoch " + state.producerEpoch();
  }

  private static boolean isAbort(TransactionState state) {
    return state == TransactionState.PREPARE_ABORT
        || state == TransactionState.COMPLETE_ABORT
        || state == TransactionState.PREPARE_EPOCH_FENCE;
  }

  /** Whether a state is that of our transaction or of its end. */
  static boolean isOurs(PreparedTransaction prepared, TransactionDescription state) {
    boolean ongoing = state.state() == TransactionState.ONGOING;
    if (state.state() == TransactionState.EMPTY) {
      return false; // initialised again
    }
    if (state.producerId() == prepared.producerId()) {
      int raised = state.producerEpoch() - prepared.epoch();
      return raised == 0 || (raised == 1 && !ongoing && mayRaise(prepared, state));
    }
    // Only the end of a transaction at the last epoch shows another producer at epoch 0: a
    // transaction begun there would end at 1.
    return prepared.protocol() == Protocol.TWO
        && prepared.epoch() >= LAST_EPOCH
        && state.producerEpoch() == 0
        && !ongoing;
  }

  /** Protocol 2 raises the epoch with each end; protocol 1 only when the broker aborts. */
  private static boolean mayRaise(PreparedTransaction prepared, TransactionDescription state) {
    return prepared.protocol() == Protocol.TWO || isAbort(state.state());
  }
}
