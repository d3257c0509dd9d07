package dev.landfall.flink;

import dev.landfall.sdk.record.SinkRecord;
import java.io.Serializable;
import java.util.List;

/** A sink with its store, which holds numbers under a name of the test's. One thread at a time. */
interface Target {
  /** Makes what the sink needs under this name. */
  void prepare(String name) throws Exception;

  /** The sink that writes under this name, without identity. */
  LandfallSink.Builder sink(String name);

  Converter converter();

  /** What a reader sees under this name who reads as the sink's documentation says. */
  List<Long> visible(String name) throws Exception;

  /**
   * Whether the sink hands out committables. Then a second start from one savepoint is refused: the
   * store is ahead of it (HO-15).
   */
  default boolean commits() {
    return true;
  }

  /** With the test's name as identity. */
  default LandfallSink<Long> sinkOfNumbers(String name, LandfallSink.Builder builder) {
    Converter converter = converter();
    return builder.identity(name, "main").converter((number, timestamp) -> converter.of(number));
  }

  /** A converter without the test around it, which Flink could not serialise. */
  interface Converter extends Serializable {
    SinkRecord of(long number);
  }
}
