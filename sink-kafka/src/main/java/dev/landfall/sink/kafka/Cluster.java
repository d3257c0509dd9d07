package dev.landfall.sink.kafka;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FenceProducersOptions;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * Asks the brokers through the public {@link Admin}, each time with a bound. Thread-safe.
 *
 * <p>Never {@code abortTransaction}: seen on 4.4.0 to write abort markers while the coordinator
 * stays Ongoing, so that a later commit is told that all is well while the records are gone.
 */
final class Cluster implements AutoCloseable {
  /**
   * So many ids are fenced at once: each has the same bound, and a coordinator that is slow must
   * get through all of them in that time. A recovery that failed for their number would have more
   * of them the next time.
   */
  private static final int FENCED_AT_ONCE = 16;

  private static final String TRANSACTION_FEATURE = "transaction.version";

  private final Admin admin;
  private final Duration bound;

  Cluster(Admin admin, Duration bound) {
    this.admin = admin;
    this.bound = bound;
  }

  Admin admin() {
    return admin;
  }

  /** The protocol that the cluster has agreed on. */
  Protocol protocol() throws SinkException, InterruptedException {
    FinalizedVersionRange range =
        await("ask for the features", admin.describeFeatures().featureMetadata())
            .finalizedFeatures()
            .get(TRANSACTION_FEATURE);
    return range != null && range.maxVersionLevel() >= 2 ? Protocol.TWO : Protocol.ONE;
  }

  /** What the coordinator of an id knows about it; empty if it has forgotten the id. */
  Optional<TransactionDescription> describe(String id) throws SinkException, InterruptedException {
    return Optional.ofNullable(describe(List.of(id)).get(id));
  }

  /** As above; forgotten ids are left out. */
  Map<String, TransactionDescription> describe(Collection<String> ids)
      throws SinkException, InterruptedException {
    var asked = admin.describeTransactions(ids);
    Map<String, TransactionDescription> described = new HashMap<>();
    for (String id : ids) {
      try {
        described.put(id, asked.description(id).get(bound.toMillis(), TimeUnit.MILLISECONDS));
      } catch (ExecutionException | TimeoutException e) {
        if (!(Failures.unwrapped(e) instanceof TransactionalIdNotFoundException)) {
          throw Failures.of("describe transaction '" + id + "'", e);
        }
      }
    }
    return described;
  }

  /** Every transactional id of a sink that a coordinator remembers, flags included. */
  List<TransactionListing> transactions(SinkId sink) throws SinkException, InterruptedException {
    String prefix = Names.prefix(sink);
    ListTransactionsOptions ours =
        new ListTransactionsOptions()
            .filterOnTransactionalIdPattern(prefix.replace(".", "\\.") + ".*");
    Collection<TransactionListing> listed;
    try {
      listed = admin.listTransactions(ours).all().get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      if (!(Failures.unwrapped(e) instanceof UnsupportedVersionException)) {
        throw Failures.of("list transactions of " + sink, e);
      }
      // Brokers before 4.1 cannot filter by name (KIP-1152).
      listed = await("list transactions of " + sink, admin.listTransactions().all());
    }
    return listed.stream().filter(one -> one.transactionalId().startsWith(prefix)).toList();
  }

  /**
   * Ends every transaction and every older producer of these ids, and returns when no transaction
   * of them is open: InitProducerId answers only when the markers are written.
   */
  void fence(Collection<String> ids) throws SinkException, InterruptedException {
    List<String> rest = new ArrayList<>(new TreeSet<>(ids));
    FenceProducersOptions options =
        new FenceProducersOptions().timeoutMs(Math.toIntExact(bound.toMillis()));
    for (int from = 0; from < rest.size(); from += FENCED_AT_ONCE) {
      Map<String, KafkaFuture<Void>> asked = new LinkedHashMap<>();
      for (String id : rest.subList(from, Math.min(rest.size(), from + FENCED_AT_ONCE))) {
        // One call each: of many ids in one call the client 4.4.0 fences about one a second.
        asked.put(id, admin.fenceProducers(List.of(id), options).all());
      }
      for (Map.Entry<String, KafkaFuture<Void>> one : asked.entrySet()) {
        await("fence '" + one.getKey() + "'", one.getValue());
      }
    }
  }

  /** Every writer of a sink that has a group of confirmations. */
  List<WriterId> confirmedWriters(SinkId sink) throws SinkException, InterruptedException {
    return await("list groups of " + sink, admin.listGroups().all()).stream()
        .map(group -> Names.writerOfGroup(group.groupId()))
        .flatMap(Optional::stream)
        .filter(writer -> writer.sink().equals(sink))
        .sorted()
        .toList();
  }

  /** The newest confirmed interval of a writer. */
  Optional<IntervalId> confirmed(WriterId writer) throws SinkException, InterruptedException {
    String group = Names.of(writer);
    try {
      return Confirmation.newest(
          writer,
          admin
              .listConsumerGroupOffsets(group)
              .partitionsToOffsetAndMetadata()
              .get(bound.toMillis(), TimeUnit.MILLISECONDS)
              .values()
              .stream()
              .filter(offset -> offset != null)
              .toList());
    } catch (ExecutionException | TimeoutException e) {
      if (Failures.unwrapped(e) instanceof GroupIdNotFoundException) {
        return Optional.empty();
      }
      throw Failures.of("read the confirmations of group '" + group + "'", e);
    }
  }

  /** The address of a broker, empty while nobody knows it. */
  Optional<Node> node(int id) throws SinkException, InterruptedException {
    return await("list the brokers", admin.describeCluster().nodes()).stream()
        .filter(node -> node.id() == id)
        .findAny();
  }

  /** Waits for an answer within the bound. */
  <T> T await(String what, KafkaFuture<T> future) throws SinkException, InterruptedException {
    try {
      return future.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw Failures.of(what, e);
    }
  }

  /** As above, for the producer's futures. */
  <T> T await(String what, Future<T> future) throws SinkException, InterruptedException {
    try {
      return future.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw Failures.of(what, e);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
