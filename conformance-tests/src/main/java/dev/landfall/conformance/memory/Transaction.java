package dev.landfall.conformance.memory;

import java.util.ArrayList;
import java.util.List;

/** One transaction in the store. One thread at a time. */
final class Transaction {
  /** Where it stands; what is committed or aborted is forgotten. */
  enum State {
    OPEN,
    PREPARED
  }

  private final String name;
  private final Owner owner;
  private final long session;
  private final long begunMillis;
  private final List<Entry> entries = new ArrayList<>();
  private String confirmation = "";
  private State state = State.OPEN;
  private boolean survivesSession;

  Transaction(String name, Owner owner, long session, long begunMillis) {
    this.name = name;
    this.owner = owner;
    this.session = session;
    this.begunMillis = begunMillis;
  }

  String name() {
    return name;
  }

  Owner owner() {
    return owner;
  }

  State state() {
    return state;
  }

  long begunMillis() {
    return begunMillis;
  }

  List<Entry> entries() {
    return entries;
  }

  String confirmation() {
    return confirmation;
  }

  void confirmWith(String interval) {
    confirmation = interval;
  }

  void prepare() {
    state = State.PREPARED;
    survivesSession = true;
  }

  /** Prepared for as long as the session lives, which some servers take for enough. */
  void prepareInSession() {
    state = State.PREPARED;
  }

  boolean endsWith(long endedSession) {
    return session == endedSession && !survivesSession;
  }

  @Override
  public String toString() {
    return name + " " + state + " " + entries + " " + confirmation + " " + survivesSession;
  }
}
