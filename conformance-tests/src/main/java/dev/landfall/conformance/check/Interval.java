package dev.landfall.conformance.check;

import java.util.ArrayList;
import java.util.List;

/** One interval of one writer, as far as a history has told. One thread at a time. */
final class Interval {
  final String id;
  final Instance process;
  final List<String> records = new ArrayList<>();

  /** The first durable checkpoint that holds it, or 0. */
  long checkpoint;

  /** Whether its writer gave a committable for it. */
  boolean committable;

  /** Whether an older checkpoint was restored than the one that holds it. */
  boolean abandoned;

  /** Whether anybody has asked for its commit. */
  boolean commitAsked;

  /** What its last commit answered, or empty. */
  String claim = "";

  Interval(String id, Instance process) {
    this.id = id;
    this.process = process;
  }

  String writer() {
    return id.substring(0, id.lastIndexOf("/g"));
  }

  long ordinal() {
    return Long.parseLong(id.substring(id.lastIndexOf("/o") + 2));
  }

  boolean isClaimedCommitted() {
    return claim.equals("COMMITTED") || claim.equals("ALREADY_COMMITTED");
  }
}
