package dev.landfall.sink.kafka;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sink.kafka.CoordinatorChannel.End;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * Ends prepared transactions from what their committables say, whoever prepared them (T-3). One
 * thread at a time.
 *
 * <p><b>Protocol.</b> Look ({@link Evidence}), then order EndTxn only if the transaction is
 * prepared and ours. An order that the coordinator refuses, because something changed in between,
 * leads to another look; no answer at all leaves everything undecided, and the host asks again.
 *
 * <p><b>Crash analysis.</b> Crash before the order: it is still prepared. Crash after it: the
 * coordinator's decision is durable before it answers (KIP-98), so the next look finds it.
 */
final class KafkaCommitter implements Committer {
  /** So often the state may change between a look and the order that follows. */
  private static final int MAX_LOOKS = 4;

  private static final Duration SOON = Duration.ofMillis(20);

  private final Clients clients;
  private @Nullable CoordinatorChannel channel;

  KafkaCommitter(Clients clients) {
    this.clients = clients;
  }

  @Override
  public CommitOutcome commit(Committable committable) throws SinkException, InterruptedException {
    PreparedTransaction prepared = PreparedTransaction.of(committable);
    Errors refused = Errors.NONE;
    for (int look = 0; look < MAX_LOOKS; look++) {
      Optional<TransactionDescription> state =
          clients.cluster().describe(prepared.transactionalId());
      Evidence evidence = evidence(prepared, committable, state);
      if (evidence.verdict() != Evidence.Verdict.COMMIT) {
        return ended(prepared, evidence);
      }
      Errors answer = end(prepared, End.COMMIT, state);
      if (answer == Errors.NONE) {
        clients.figures().ended(prepared.transactionalId());
        return CommitOutcome.committed();
      }
      if (isPassing(answer)) {
        return CommitOutcome.retryLater(SOON, "the coordinator answers " + answer);
      }
      refused = requireAllowed(prepared, answer);
    }
    return CommitOutcome.retryLater(
        SOON, prepared + " is shown as prepared, and its commit is refused with " + refused);
  }

  private Evidence evidence(
      PreparedTransaction prepared, Committable committable, Optional<TransactionDescription> state)
      throws SinkException, InterruptedException {
    Optional<Evidence> decided = Evidence.of(prepared, state);
    return decided.isPresent()
        ? decided.get()
        : Evidence.of(
            prepared,
            committable.interval(),
            state,
            clients.cluster().confirmed(committable.interval().writer()));
  }

  private CommitOutcome ended(PreparedTransaction prepared, Evidence evidence) {
    clients.figures().ended(prepared.transactionalId());
    String reason = prepared + ": " + evidence.reason();
    return switch (evidence.verdict()) {
      case COMMITTED -> CommitOutcome.alreadyCommitted(reason);
      case LOST -> CommitOutcome.lost(reason);
      case SILENT -> CommitOutcome.inDoubt(reason);
      case COMMIT -> throw new IllegalStateException("not ended: " + evidence);
    };
  }

  private Errors end(PreparedTransaction prepared, End end, Optional<TransactionDescription> state)
      throws SinkException, InterruptedException {
    Optional<Node> coordinator =
        state.isPresent() ? clients.cluster().node(state.get().coordinatorId()) : Optional.empty();
    if (coordinator.isEmpty()) {
      return Errors.COORDINATOR_NOT_AVAILABLE;
    }
    if (channel == null) {
      channel = clients.coordinatorChannel();
    }
    try {
      return channel.endTransaction(prepared, end, coordinator.get());
    } catch (StoreUnavailableException e) {
      closeChannel(); // a broken connection is ours to replace
      throw e;
    }
  }

  private static boolean isPassing(Errors answer) {
    return switch (answer) {
      case CONCURRENT_TRANSACTIONS,
          COORDINATOR_LOAD_IN_PROGRESS,
          COORDINATOR_NOT_AVAILABLE,
          NOT_COORDINATOR,
          REQUEST_TIMED_OUT ->
          true;
      default -> false;
    };
  }

  /** What remains says that the state has changed since the look, or that we may not do it. */
  private static Errors requireAllowed(PreparedTransaction prepared, Errors answer)
      throws SinkException {
    return switch (answer) {
      case INVALID_TXN_STATE,
          INVALID_PRODUCER_EPOCH,
          PRODUCER_FENCED,
          INVALID_PRODUCER_ID_MAPPING,
          TRANSACTIONAL_ID_NOT_FOUND ->
          answer;
      default ->
          throw new SinkException(
              "Cannot end " + prepared + ": the coordinator answers " + answer, answer.exception());
    };
  }

  @Override
  public void abort(Committable committable) throws SinkException, InterruptedException {
    abort(PreparedTransaction.of(committable));
  }

  /** Aborts what is open and ours; anything else has ended, and stays as it is (T-6). */
  void abort(PreparedTransaction prepared) throws SinkException, InterruptedException {
    Errors answer = Errors.NONE;
    for (int look = 0; look < MAX_LOOKS; look++) {
      Optional<TransactionDescription> state =
          clients.cluster().describe(prepared.transactionalId());
      Optional<Evidence> evidence = Evidence.of(prepared, state);
      if (evidence.isEmpty() || evidence.get().verdict() != Evidence.Verdict.COMMIT) {
        clients.figures().ended(prepared.transactionalId());
        return;
      }
      answer = end(prepared, End.ABORT, state);
      if (answer == Errors.NONE) {
        clients.figures().ended(prepared.transactionalId());
        return;
      }
      if (isPassing(answer)) {
        clients.context().time().pause(SOON);
      } else {
        requireAllowed(prepared, answer);
      }
    }
    throw new StoreUnavailableException(
        "Cannot abort " + prepared + ": the coordinator answers " + answer + " (try again)");
  }

  @Override
  public Liveness liveness(Committable committable) throws SinkException, InterruptedException {
    PreparedTransaction prepared = PreparedTransaction.of(committable);
    Optional<TransactionDescription> state = clients.cluster().describe(prepared.transactionalId());
    Evidence evidence = evidence(prepared, committable, state);
    return switch (evidence.verdict()) {
      case COMMIT ->
          state
              .flatMap(open -> left(open, clients))
              .map(Liveness::aliveFor)
              .orElse(Liveness.alive());
      case COMMITTED -> Liveness.alive();
      case LOST, SILENT -> Liveness.gone(evidence.reason());
    };
  }

  /** Time until the broker aborts it, by our clock; empty if it never will. */
  static Optional<Duration> left(TransactionDescription state, Clients clients) {
    if (state.transactionTimeoutMs() >= Integer.MAX_VALUE
        || state.transactionStartTimeMs().isEmpty()) {
      return Optional.empty();
    }
    long end = state.transactionStartTimeMs().getAsLong() + state.transactionTimeoutMs();
    long left = end - clients.context().time().now().toEpochMilli();
    return Optional.of(Duration.ofMillis(Math.max(0, left)));
  }

  private void closeChannel() {
    if (channel != null) {
      channel.close();
      channel = null;
    }
  }

  @Override
  public void close() {
    closeChannel();
  }
}
