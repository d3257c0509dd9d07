package dev.landfall.conformance.wire;

import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.sdk.record.SinkRecord;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The place of one run in a store, and the observer that looks at it. One thread at a time. */
public interface StoreSpace extends AutoCloseable {
  /**
   * The sink's section of a pipeline file, for this place.
   *
   * @param route answers the proxy's address for an address of the store: the sink gets no other
   */
  Map<String, Object> sink(UnaryOperator<InetSocketAddress> route);

  /**
   * What {@code ${env:NAME}} stands for in that section, where it is no variable of this process.
   */
  default Map<String, String> secrets() {
    return Map.of();
  }

  /** The record as the store wants it: its key and its value are text, such as {@code s0:3}. */
  default SinkRecord shape(SinkRecord record) {
    return record;
  }

  /**
   * The interval, as {@code pipeline/sink/subtask/gG/oO}, that a name on the wire stands for; the
   * name itself where it stands for none.
   */
  default String interval(String name) {
    return name;
  }

  /**
   * What a reader at the isolation that the sink documents sees now; the record of an item is what
   * the value was, such as {@code s0:3}.
   *
   * @throws StoreDriver.BlockedException if the reader would have to wait
   */
  List<Item> read() throws Exception;

  /** Transactions, uploads and whatever else of this place is not plain data. */
  List<RawEntry> raw() throws Exception;

  /**
   * Whatever else recovery depends on, such as rows that the sink keeps beside its data: two crash
   * states that are equal in all of this, in {@link #read} and in {@link #raw} are gone on from
   * once.
   */
  default String state() throws Exception {
    return "";
  }

  /**
   * Ends what is left, drops the place, and removes what the sink keeps about it elsewhere. Waits
   * for a second or two at most: what cannot be dropped now is tried once more when the driver is
   * closed.
   */
  @Override
  void close();
}
