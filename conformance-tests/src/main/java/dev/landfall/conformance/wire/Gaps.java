package dev.landfall.conformance.wire;

import dev.landfall.conformance.model.Address;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the store was right before each request of a run without faults. One thread at a time. */
interface Gaps {
  /** For runs whose gaps nobody asks for. */
  Gaps NONE = (at, state) -> {};

  /** The store is in this state right before the request. */
  void note(Address at, String state);

  /** Keeps what it is told. One thread at a time. */
  final class Book implements Gaps {
    private final Map<Address, String> states = new HashMap<>();

    @Override
    public void note(Address at, String state) {
      states.put(at, state);
    }

    /** The state right before the request; empty for an event of the host. */
    Optional<String> state(Address at) {
      return Optional.ofNullable(states.get(at));
    }
  }
}
