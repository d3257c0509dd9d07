package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/**
 * A store with one sink in front of it, as the suite needs it for one run: it makes sinks whose
 * requests pass the {@link Gate}, and watches the store from beside. One thread at a time.
 *
 * <p>An author implements this for an embedded store; the simulated store implements it whole.
 */
public interface Bench extends AutoCloseable {
  /** Opens the sink in a process: everything that it holds dies with the process. */
  Sink open(SinkContext context, Instance instance) throws SinkException;

  /**
   * What a reader sees now, at the isolation that the sink names: an immutable list, the same one
   * as before where nothing has changed.
   */
  List<Item> read();

  /** Whether some reader or writer would have to wait now. */
  default boolean blocked() {
    return false;
  }

  /** What lies in the store beside plain data, in the same way. */
  default List<RawEntry> raw() {
    return List.of();
  }

  /**
   * What the sink says to a misspelt key of its configuration (SI-7); empty where a sink is not
   * opened from one.
   */
  default Optional<Misspelling> misspelling() {
    return Optional.empty();
  }

  /** Whether every start asks preflight, as hosts do, or those of a run until one has passed. */
  default boolean preflightsEachStart() {
    return true;
  }

  /** The process is dead; its connections end, unless they are left half-open. */
  default void died(Instance instance, Connections connections) {}

  /** What becomes of a dead process's connections. */
  enum Connections {
    CLOSED,
    HALF_OPEN
  }

  /** The host goes on to its next event: what was sent has time to arrive. */
  default void idle(Instance instance) {}

  /** What is sent in the background arrives, and is answered, before the host goes on. */
  default void drain(Instance instance) {}

  /** What was sent in the background has time to arrive, for as long as some of it is expected. */
  default void linger(Instance instance, BooleanSupplier expected) {}

  /** The store is killed and started again. */
  default void restart() {}

  /** The process stands still from now on (K10). */
  default void stopped(Instance instance) {}

  /** It goes on. */
  default void resumed(Instance instance) {}

  /** The wall clocks of all processes jump (K13). */
  default void jumped(Duration by) {}

  /**
   * The host waits, as it does before it tries again; a store with a clock of its own waits too.
   */
  default void pausing(Duration duration) throws InterruptedException {}

  /** Time has passed: the store ends what has timed out. */
  default void passed(long nowMillis) {}

  /** How long the store waits for a commit; 0 if it sets no limit. */
  default long transactionTimeoutMillis() {
    return 0;
  }

  /** How many sessions with the store the process holds; empty where nobody can count (T-13). */
  default OptionalInt sessions(Instance instance) {
    return OptionalInt.empty();
  }

  /** Everything that was held back arrives now. */
  default void deliverHeld() {}

  /** The store's own clean-up of half-open connections is done. */
  default void settle() {}

  /** All of the store in a few characters: two crash states that are equal are tested once. */
  String fingerprint();

  @Override
  default void close() {}
}
