package dev.landfall.sdk.probe;

/** Asks a store one question. One thread at a time. */
@FunctionalInterface
public interface Experiment {
  /**
   * Asks, within the time-outs of the client.
   *
   * @throws Exception whatever a client throws: the claim then counts as not asked, and the message
   *     as the reason
   */
  Answer ask() throws Exception;
}
