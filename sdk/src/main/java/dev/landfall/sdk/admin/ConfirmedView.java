package dev.landfall.sdk.admin;

import dev.landfall.sdk.SinkException;
import java.util.List;

/**
 * The confirmed view of a sink whose readers follow confirmation records (W-1): what they may read,
 * and nothing else. One thread at a time.
 */
public interface ConfirmedView {
  /** A detail of an entry: the address by which a reader's engine finds it. */
  String ADDRESS = "address";

  /** A detail of an entry: how many records it holds. */
  String RECORDS = "records";

  /** Reads the confirmation records; changes nothing. */
  Listing list() throws SinkException, InterruptedException;

  /**
   * What is confirmed at one moment. Immutable.
   *
   * @param objects in the order of their confirmation for each writer; each with its {@link
   *     #ADDRESS} and {@link #RECORDS}
   * @param requests that the store answered for it
   */
  record Listing(List<StoreEntry> objects, long requests) {
    public Listing {
      objects = List.copyOf(objects);
    }
  }
}
