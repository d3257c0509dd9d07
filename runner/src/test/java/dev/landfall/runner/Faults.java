package dev.landfall.runner;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.record.SinkRecord;
import java.util.Optional;

/** What a test has a sink do beside its work. Each hook may be called by several threads. */
interface Faults {
  Faults NONE = new Faults() {};

  /** Why the record is rejected. */
  default Optional<String> reject(SinkRecord record) {
    return Optional.empty();
  }

  /** Why the store refuses the record when its segment is published. */
  default Optional<String> refuse(SinkRecord record) {
    return Optional.empty();
  }

  /** After every record of a segment was sent. */
  default void beforeConfirmation() throws SinkException {}

  default void beforeWrite(SinkRecord record) throws SinkException, InterruptedException {}

  default void beforePrepare() throws SinkException, InterruptedException {}

  default void beforeCommit() throws SinkException, InterruptedException {}

  /** After the state was read, before the store is asked for its newest generation. */
  default void beforeTakeover() throws SinkException, InterruptedException {}

  default void afterCommit() throws SinkException {}
}
