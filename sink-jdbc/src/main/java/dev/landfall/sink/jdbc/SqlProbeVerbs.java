package dev.landfall.sink.jdbc;

import java.util.List;
import java.util.Properties;

/** The statements in which servers differ. Stateless, thread-safe. */
interface SqlProbeVerbs {
  /**
   * Bounds of a connection. By themselves drivers wait for ever for the first word of whatever
   * listens at an address.
   */
  Properties patience();

  /** Begins a transaction that can be prepared. */
  List<String> begin(String transaction);

  /** Prepares it, on its own connection. */
  List<String> prepare(String transaction);

  /** Commits a prepared one. */
  String commit(String transaction);

  /** Rolls a prepared one back. */
  String rollback(String transaction);

  /** Lists the prepared ones; {@link #listedColumn} holds the name. */
  String list();

  /** The column of {@link #list} with the name, from 1. */
  int listedColumn();

  /** The number of the session. */
  String session();

  /** One row if that session is there. */
  String sessionIsThere(String session);

  /** Ends another session of the same user. */
  String endSession(String session);

  /** A writer of this session waits for a lock one second at most. */
  String waitOneSecond();

  /** Lets the server end this session after a second of silence, an open transaction included. */
  List<String> fallSilent();

  /** How long a server waits by default before it does so; one row, one number of seconds. */
  String silence();

  /** The name of that setting. */
  String silenceSetting();

  /** What a server says about the durability of a commit. */
  List<String> durability();
}
