package dev.landfall.sink.redis;

import java.util.List;

/** What a mode sends. Implementations are thread-safe. */
interface Commands {
  /**
   * Carries changes to one server.
   *
   * @param changes each key once, so that their order is free
   */
  List<Request> of(List<Change> changes);

  /** What must be loaded at a server before. */
  List<Script> scripts();
}
