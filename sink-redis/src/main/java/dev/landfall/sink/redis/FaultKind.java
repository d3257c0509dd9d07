package dev.landfall.sink.redis;

/** What an error of a server asks for. */
enum FaultKind {
  /** The same again, later: the server is loading, full, busy, read-only, or a cluster is down. */
  LATER,
  /** The same, at another node. */
  MOVED,
  /** The same, once, at another node, to which the slot is on its way. */
  ASK,
  /** The same, when the script is there again. */
  NO_SCRIPT,
  /** Nobody knows whether it was carried out; since it may be repeated, nobody has to. */
  CONNECTION,
  /** This record cannot be written: it is rejected by name (SI-8). */
  RECORD,
  /** Nothing can: rights, configuration, our own mistake. */
  FATAL
}
