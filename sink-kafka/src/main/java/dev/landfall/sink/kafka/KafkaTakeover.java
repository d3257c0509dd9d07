package dev.landfall.sink.kafka;

import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;

/**
 * What a restart finds at the brokers, and the end of older generations. One thread at a time.
 *
 * <p><b>Protocol of the fence.</b> 1. Raise the {@link Flag} of the new generation. 2. List every
 * transactional id of the scope. 3. Fence those of older generations, the committed ones too, for
 * an EndTxn repeated by a dead instance's process returns the epoch with which it could go on; and,
 * seen or not, every slot of the generations since the last confirmed one, for a listing is silent
 * about a coordinator that is away.
 *
 * <p><b>Invariants.</b> Only ids that parse as this sink's own, of this scope and of an older
 * generation, are touched (SI-5): the delimiter is in no identifier.
 *
 * <p><b>Crash analysis.</b> Crash between 1 and 3: the next recovery takes a newer generation,
 * since {@link #newest} reads flags, and fences all of these again. Fencing twice does no harm.
 */
final class KafkaTakeover implements Takeover {
  /** Unseen slots are fenced for so many of the newest generations. */
  private static final int MAX_UNSEEN_GENERATIONS = 16;

  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  private final Clients clients;
  private final List<String> aborted = new ArrayList<>();

  KafkaTakeover(Clients clients) {
    this.clients = clients;
  }

  @Override
  public Generation newest(WriterScope scope) throws SinkException, InterruptedException {
    Generation newest = Generation.NONE;
    for (TransactionListing listed : clients.cluster().transactions(scope.sink())) {
      newest = newest.max(generationIn(scope, listed.transactionalId()));
    }
    for (IntervalId confirmed : confirmed(scope)) {
      newest = newest.max(confirmed.generation());
    }
    return newest;
  }

  /** The generation of a slot or flag that concerns the scope. */
  private static Generation generationIn(WriterScope scope, String id) {
    Optional<Generation> ofSlot =
        TransactionalId.parse(id)
            .filter(slot -> scope.contains(slot.writer()))
            .map(TransactionalId::generation);
    Optional<Generation> ofFlag =
        Flag.parse(id).filter(flag -> flag.concerns(scope)).map(Flag::generation);
    return ofSlot.or(() -> ofFlag).orElse(Generation.NONE);
  }

  @Override
  public List<IntervalId> confirmed(WriterScope scope) throws SinkException, InterruptedException {
    awaitDecided(scope);
    List<IntervalId> confirmed = new ArrayList<>();
    for (WriterId writer : clients.cluster().confirmedWriters(scope.sink())) {
      if (scope.contains(writer)) {
        clients.cluster().confirmed(writer).ifPresent(confirmed::add);
      }
    }
    return confirmed;
  }

  /** A commit that is decided and not yet marked everywhere does not show its confirmation yet. */
  private void awaitDecided(WriterScope scope) throws SinkException, InterruptedException {
    HostTime time = clients.context().time();
    long deadline = time.nanos() + clients.configuration().requestTimeout().toNanos();
    while (clients.cluster().transactions(scope.sink()).stream()
        .anyMatch(
            listed -> listed.state() == TransactionState.PREPARE_COMMIT && isSlot(scope, listed))) {
      if (time.nanos() > deadline) {
        throw new StoreUnavailableException(
            "Cannot read the confirmations of "
                + scope
                + ": a commit is decided and its markers are not written, expected within "
                + clients.configuration().requestTimeout()
                + " (are all brokers up?)");
      }
      time.pause(LOOK_AGAIN);
    }
  }

  private static boolean isSlot(WriterScope scope, TransactionListing listed) {
    return TransactionalId.parse(listed.transactionalId())
        .filter(id -> scope.contains(id.writer()))
        .isPresent();
  }

  @Override
  public void fence(WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    Cluster cluster = clients.cluster();
    // 1. the flag  2. what is there  3. the fence: see the protocol
    requireNewest(scope, current);
    cluster.fence(List.of(new Flag(scope, current).toString()));
    List<TransactionListing> listed = cluster.transactions(scope.sink());
    Set<String> older = new TreeSet<>();
    for (TransactionListing one : listed) {
      Optional<TransactionalId> id = older(scope, current, one);
      id.ifPresent(slot -> older.add(slot.toString()));
      if (id.isPresent() && one.state() == TransactionState.ONGOING) {
        aborted.add(line(one));
      }
    }
    older.addAll(unseen(scope, current, listed));
    if (!older.isEmpty()) {
      cluster.fence(older);
    }
    requireNewest(scope, current);
  }

  private static String line(TransactionListing one) {
    return "transaction of '" + one.transactionalId() + "', producer " + one.producerId();
  }

  private void requireNewest(WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    Generation newest = newest(scope);
    if (current.isOlderThan(newest)) {
      throw new FencedException(
          "Cannot take over "
              + scope
              + " as generation "
              + current
              + ": generation "
              + newest
              + " is there (end this process)");
    }
  }

  private static Optional<TransactionalId> older(
      WriterScope scope, Generation current, TransactionListing listed) {
    return TransactionalId.parse(listed.transactionalId())
        .filter(id -> scope.contains(id.writer()) && id.generation().isOlderThan(current));
  }

  private Collection<String> unseen(
      WriterScope scope, Generation current, List<TransactionListing> listed)
      throws SinkException, InterruptedException {
    Set<WriterId> writers = new TreeSet<>(Set.of(scope.writer()));
    long from = Math.max(1, current.value() - MAX_UNSEEN_GENERATIONS);
    for (IntervalId confirmed : confirmed(scope)) {
      writers.add(confirmed.writer());
      from = Math.max(from, confirmed.generation().value());
    }
    int slots = clients.configuration().slots();
    for (TransactionListing one : listed) {
      Optional<TransactionalId> id = older(scope, current, one);
      if (id.isPresent()) {
        writers.add(id.get().writer());
        slots = Math.max(slots, id.get().slot() + 1);
      }
    }
    List<String> all = new ArrayList<>();
    for (WriterId writer : writers) {
      for (long generation = from; generation < current.value(); generation++) {
        for (int slot = 0; slot < slots; slot++) {
          all.add(new TransactionalId(writer, new Generation(generation), slot).toString());
        }
      }
    }
    return all;
  }

  /** The fence has aborted them all; what an older instance opened in between is fenced here. */
  @Override
  public List<String> abortDangling(WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    List<String> late = new ArrayList<>();
    for (TransactionListing one : clients.cluster().transactions(scope.sink())) {
      if (one.state() == TransactionState.ONGOING && older(scope, current, one).isPresent()) {
        late.add(one.transactionalId());
        aborted.add(line(one));
      }
    }
    if (!late.isEmpty()) {
      clients.cluster().fence(late);
    }
    List<String> lines = List.copyOf(aborted);
    aborted.clear();
    clients.figures().danglingAborted(lines.size());
    return lines;
  }

  @Override
  public void close() {
    // The clients are the sink's.
  }
}
