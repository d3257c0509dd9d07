package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Event;
import java.util.List;

/** One request to the store, and what became of it so far. One thread at a time. */
final class Op {
  final Event.Sent sent;
  final Instance process;

  /** The call of the sink that sent it, or empty. */
  final String call;

  /** What that call is about. */
  final String target;

  boolean applied;
  boolean answered;

  /** The error of the whole request; empty for success. */
  String error = "";

  /** The records of a bulk request that have an error of their own. */
  List<String> failed = List.of();

  Op(Event.Sent sent, Instance process) {
    this.sent = sent;
    this.process = process;
    this.call = process.call().map(Event.Called::call).orElse("");
    this.target = process.call().map(Event.Called::target).orElse("");
  }

  boolean succeededFor(String record) {
    return answered && error.isEmpty() && !failed.contains(record);
  }
}
