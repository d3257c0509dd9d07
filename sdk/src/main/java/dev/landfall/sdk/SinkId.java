package dev.landfall.sdk;

/**
 * The stable identity of one sink of one pipeline: part of every name that the sink uses in a store
 * (SI-4, SI-5).
 *
 * <p>Both parts are made of {@code a-z}, {@code 0-9}, {@code -} and {@code _}; 48 and 32 characters
 * at most. Immutable, thread-safe.
 */
public record SinkId(String pipeline, String sink) {
  public SinkId {
    Identifiers.require("pipeline", pipeline, Identifiers.MAX_PIPELINE_LENGTH);
    Identifiers.require("sink", sink, Identifiers.MAX_SINK_LENGTH);
  }

  /** The {@code subtask}-th writer of this sink, counted from 0. */
  public WriterId writer(int subtask) {
    return new WriterId(this, subtask);
  }

  @Override
  public String toString() {
    return pipeline + '/' + sink;
  }
}
