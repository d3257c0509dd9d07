package dev.landfall.sink.kafka;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.admin.StoreEntry;
import dev.landfall.sink.kafka.CoordinatorChannel.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.protocol.Errors;

/**
 * What operators may see and do beside a pipeline. One thread at a time.
 *
 * <p>A transaction is prepared exactly if the offsets topic is among its partitions, for the
 * confirmation is the last thing that a writer puts into it. Nothing is a leftover here: what is
 * not committed is pending, and recovery or the broker's time-out ends it.
 */
final class KafkaAdministration implements Administration {
  private static final String OFFSETS_TOPIC = "__consumer_offsets";
  private static final String PREPARED = "prepared transaction";
  private static final String OPEN = "open transaction";
  private static final String GROUP = "confirmation group";

  private final Clients clients;
  private final KafkaCommitter committer;

  KafkaAdministration(Clients clients) {
    this.clients = clients;
    this.committer = new KafkaCommitter(clients);
  }

  private SinkId sink() {
    return clients.context().sink();
  }

  @Override
  public List<StoreEntry> pending() throws SinkException, InterruptedException {
    List<String> ids =
        clients.cluster().transactions(sink()).stream()
            .filter(listed -> listed.state() == TransactionState.ONGOING)
            .map(listed -> listed.transactionalId())
            .filter(id -> TransactionalId.parse(id).isPresent())
            .sorted()
            .toList();
    List<StoreEntry> entries = new ArrayList<>();
    Map<String, TransactionDescription> states = clients.cluster().describe(ids);
    for (String id : ids) {
      TransactionDescription state = states.get(id);
      if (state != null && state.state() == TransactionState.ONGOING) {
        entries.add(entry(id, state));
      }
    }
    return entries;
  }

  private StoreEntry entry(String id, TransactionDescription state) {
    Map<String, String> details = new LinkedHashMap<>();
    TransactionalId.parse(id)
        .ifPresent(
            slot -> {
              details.put("writer", slot.writer().toString());
              details.put("generation", slot.generation().toString());
            });
    details.put("producer", Long.toString(state.producerId()));
    details.put("epoch", Integer.toString(state.producerEpoch()));
    details.put("coordinator", Integer.toString(state.coordinatorId()));
    details.put(
        "partitions",
        String.join(
            ", ",
            state.topicPartitions().stream().map(TopicPartition::toString).sorted().toList()));
    return new StoreEntry(
        id,
        isPrepared(state) ? PREPARED : OPEN,
        Optional.empty(),
        age(state),
        KafkaCommitter.left(state, clients),
        details);
  }

  private static boolean isPrepared(TransactionDescription state) {
    return state.topicPartitions().stream()
        .anyMatch(partition -> partition.topic().equals(OFFSETS_TOPIC));
  }

  private Optional<Duration> age(TransactionDescription state) {
    return state.transactionStartTimeMs().isPresent()
        ? Optional.of(
            Duration.ofMillis(
                clients.context().time().now().toEpochMilli()
                    - state.transactionStartTimeMs().getAsLong()))
        : Optional.empty();
  }

  /** By the id of the slot, and by producer and epoch, which tell its transactions apart. */
  @Override
  public boolean isNamedBy(StoreEntry entry, Committable committable) throws SinkException {
    PreparedTransaction prepared = PreparedTransaction.of(committable);
    return entry.name().equals(prepared.transactionalId())
        && Long.toString(prepared.producerId()).equals(entry.details().get("producer"))
        && Integer.toString(prepared.epoch()).equals(entry.details().get("epoch"));
  }

  @Override
  public CommitOutcome commit(StoreEntry entry) throws SinkException, InterruptedException {
    TransactionDescription state = unchanged(entry);
    if (!isPrepared(state)) {
      throw new SinkException(
          "Cannot commit '"
              + entry.name()
              + "': it is open and not prepared, so records of its interval may be missing"
              + " (abort it, and start the pipeline to write them again)");
    }
    try (CoordinatorChannel channel = clients.coordinatorChannel()) {
      Node coordinator =
          clients
              .cluster()
              .node(state.coordinatorId())
              .orElseThrow(
                  () ->
                      new SinkException(
                          "Cannot commit '"
                              + entry.name()
                              + "': its coordinator is away (try again)"));
      Errors answer =
          channel.endTransaction(transaction(entry.name(), state), End.COMMIT, coordinator);
      return answer == Errors.NONE
          ? CommitOutcome.committed()
          : CommitOutcome.retryLater(Duration.ofSeconds(1), "the coordinator answers " + answer);
    }
  }

  @Override
  public void abort(StoreEntry entry) throws SinkException, InterruptedException {
    committer.abort(transaction(entry.name(), unchanged(entry)));
  }

  /** What was listed and answered for is acted on, and nothing that took its place. */
  private TransactionDescription unchanged(StoreEntry entry)
      throws SinkException, InterruptedException {
    requireOurs(entry);
    Optional<TransactionDescription> state = clients.cluster().describe(entry.name());
    if (state.isEmpty()
        || state.get().state() != TransactionState.ONGOING
        || !Long.toString(state.get().producerId()).equals(entry.details().get("producer"))
        || !Integer.toString(state.get().producerEpoch()).equals(entry.details().get("epoch"))) {
      throw new SinkException(
          "Cannot end '"
              + entry.name()
              + "': it has ended or changed since it was listed (list again)");
    }
    return state.get();
  }

  private void requireOurs(StoreEntry entry) throws SinkException {
    if (!entry.name().startsWith(Names.prefix(sink()))) {
      throw new SinkException(
          "Cannot touch '" + entry.name() + "': it is not of " + sink() + " (SI-5)");
    }
  }

  private PreparedTransaction transaction(String id, TransactionDescription state)
      throws SinkException, InterruptedException {
    WriterId writer =
        TransactionalId.parse(id)
            .map(TransactionalId::writer)
            .orElseThrow(() -> new SinkException("Cannot end '" + id + "': it is no slot of ours"));
    return new PreparedTransaction(
        id,
        state.producerId(),
        (short) state.producerEpoch(),
        clients.cluster().protocol(),
        Names.of(writer),
        new TopicPartition(OFFSETS_TOPIC, 0));
  }

  @Override
  public List<StoreEntry> leftovers() {
    return List.of();
  }

  /** The groups of confirmations; transactional ids cannot be removed, the broker forgets them. */
  @Override
  public List<StoreEntry> bookkeeping() throws SinkException, InterruptedException {
    List<StoreEntry> entries = new ArrayList<>();
    for (WriterId writer : clients.cluster().confirmedWriters(sink())) {
      Optional<IntervalId> newest = clients.cluster().confirmed(writer);
      entries.add(
          new StoreEntry(
              Names.of(writer), GROUP, newest, Optional.empty(), Optional.empty(), Map.of()));
    }
    return entries;
  }

  @Override
  public void remove(StoreEntry entry) throws SinkException, InterruptedException {
    requireOurs(entry);
    if (!entry.what().equals(GROUP)) {
      throw new SinkException(
          "Cannot remove '" + entry.name() + "': expected a " + GROUP + " (abort it instead)");
    }
    try {
      clients
          .cluster()
          .admin()
          .deleteConsumerGroups(List.of(entry.name()))
          .all()
          .get(
              clients.configuration().requestTimeout().toMillis(),
              java.util.concurrent.TimeUnit.MILLISECONDS);
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
      if (!(Failures.unwrapped(e) instanceof GroupIdNotFoundException)) {
        throw Failures.of("remove group '" + entry.name() + "'", e);
      }
    }
  }

  @Override
  public void close() {
    committer.close();
  }
}
