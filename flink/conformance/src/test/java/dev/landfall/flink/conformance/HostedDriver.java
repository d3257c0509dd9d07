package dev.landfall.flink.conformance;

import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.model.RunResult.StoreFacts;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreSpace;
import dev.landfall.conformance.wire.protocol.WireProtocol;
import dev.landfall.sdk.record.SinkRecord;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A store whose sink is hosted by Flink's operators: the sink's section goes to the host whole. One
 * thread at a time.
 *
 * <p>A transaction's name is not taken for an interval of the suite's host, since the adapter
 * counts its own generations. What is left in the store when a run has ended is collected in place
 * of that; but not of a run that the suite has cut short at its crash, because the store was in a
 * state from which it had gone on before.
 */
final class HostedDriver implements StoreDriver {
  private final StoreDriver store;
  private final FlinkSink subject;
  private final List<String> left = new ArrayList<>();
  private final List<String> ofLastRun = new ArrayList<>();

  HostedDriver(StoreDriver store, FlinkSink subject) {
    this.store = store;
    this.subject = subject;
  }

  /** The suite has judged the last run, so that run went on to its end. */
  void judged() {
    left.addAll(ofLastRun);
    ofLastRun.clear();
  }

  /** Transactions that runs have left behind. */
  List<String> left() {
    return List.copyOf(left);
  }

  @Override
  public StoreFacts facts() {
    return store.facts();
  }

  @Override
  public WireProtocol protocol() {
    return store.protocol();
  }

  @Override
  public View view() {
    return store.view();
  }

  @Override
  public Duration transactionTimeout() {
    return subject.transactionTimeout().orElse(store.transactionTimeout());
  }

  @Override
  public boolean restarts() {
    return store.restarts();
  }

  @Override
  public void restart() throws Exception {
    store.restart();
  }

  @Override
  public boolean refuses(Address at) {
    return store.refuses(at);
  }

  @Override
  public StoreSpace space(String name) throws Exception {
    ofLastRun.clear();
    StoreSpace space = store.space(name);
    return new Space(space, Branches.of(subject, space));
  }

  @Override
  public void close() {
    store.close();
  }

  private final class Space implements StoreSpace {
    private final StoreSpace space;
    private final Branches branches;

    Space(StoreSpace space, Branches branches) {
      this.space = space;
      this.branches = branches;
    }

    @Override
    public Map<String, Object> sink(UnaryOperator<InetSocketAddress> route) {
      Map<String, Object> connector = new LinkedHashMap<>();
      space.sink(route).forEach((key, value) -> connector.put(key, String.valueOf(value)));
      return Map.of(
          "type", HostedSinkProvider.TYPE, "subject", subject.word(), "connector", connector);
    }

    @Override
    public Map<String, String> secrets() {
      return space.secrets();
    }

    @Override
    public SinkRecord shape(SinkRecord record) {
      return space.shape(record);
    }

    @Override
    public List<Item> read() throws Exception {
      return space.read();
    }

    @Override
    public List<RawEntry> raw() throws Exception {
      return space.raw().stream()
          .map(entry -> new RawEntry(entry.kind(), entry.name(), ""))
          .toList();
    }

    @Override
    public String state() throws Exception {
      return space.state() + branches.count();
    }

    @Override
    public void close() {
      try {
        raw().forEach(entry -> ofLastRun.add(entry.toString()));
        if (branches.count() > 0) {
          ofLastRun.add(branches.count() + " prepared branches");
        }
      } catch (Exception e) {
        throw new IllegalStateException("Cannot look at what a run has left", e);
      } finally {
        branches.close();
        space.close();
      }
    }
  }
}
