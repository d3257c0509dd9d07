package dev.landfall.conformance.memory;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;

/** The names that the reference sinks give, all delimited (SI-4, SI-5). Stateless, thread-safe. */
final class Names {
  static final String DATA = "data/";
  static final String CONFIRMATIONS = "confirmed/";
  static final String SEGMENTS = "segments/";
  static final String TRANSACTIONS = "transactions/";

  private Names() {}

  static String transaction(IntervalId interval) {
    return TRANSACTIONS + interval;
  }

  static String object(IntervalId interval, int part) {
    return DATA + interval + "/p" + part;
  }

  static String segment(IntervalId interval) {
    return SEGMENTS + interval;
  }

  static String confirmation(WriterId writer, int number) {
    // Padded, so that names sort as numbers do.
    String padded = Integer.toString(1_000_000 + number).substring(1);
    return confirmations(writer.sink()) + writer.subtask() + "/" + padded;
  }

  static String confirmations(SinkId sink) {
    return CONFIRMATIONS + sink + "/";
  }
}
