package dev.landfall.conformance.wire.protocol;

import java.util.Optional;

/** Cuts the two streams of one connection into requests and replies. One thread at a time. */
public interface Decoder {
  /** Takes the next whole request from the front, if all of it is there. */
  Optional<Request> request(Bytes sent);

  /** Takes the next piece of a reply from the front, if there is one that can be told. */
  Optional<Reply> reply(Bytes received);

  /**
   * What the store gets in place of a request that is refused (K8), where client and store would
   * else have different thoughts about the transaction that they are in; empty where the store need
   * not hear of it.
   */
  default Optional<byte[]> standIn(Request request) {
    return Optional.empty();
  }

  /**
   * The store's own error as an answer to this request, which then never reaches the store (K8);
   * empty where the protocol has none that leaves client and store in step, or where the store's
   * answer to the {@linkplain #standIn stand-in} is one.
   */
  default Optional<byte[]> refusal(Request request) {
    return Optional.empty();
  }
}
