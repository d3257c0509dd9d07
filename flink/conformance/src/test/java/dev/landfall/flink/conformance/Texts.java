package dev.landfall.flink.conformance;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;

/** Reads records of the suite, which are made of text. Stateless, thread-safe. */
final class Texts {
  private Texts() {}

  static String field(SinkRecord record, String name) {
    return ((Value.OfMap) record.value()).fields().get(name).toString();
  }
}
