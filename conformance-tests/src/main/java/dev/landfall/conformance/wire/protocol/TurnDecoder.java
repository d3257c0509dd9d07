package dev.landfall.conformance.wire.protocol;

import dev.landfall.conformance.model.Access;
import java.util.Optional;

/**
 * Knows no protocol: whatever a client sends after the store has spoken is one request. One thread
 * at a time.
 */
final class TurnDecoder implements Decoder {
  private boolean clientsTurn = true;
  private boolean answered = true;

  @Override
  public Optional<Request> request(Bytes sent) {
    if (sent.size() == 0) {
      return Optional.empty();
    }
    byte[] bytes = sent.takeAll();
    if (!clientsTurn) {
      return Optional.of(Request.unanswered(bytes, "More"));
    }
    clientsTurn = false;
    answered = false;
    return Optional.of(Request.operation(bytes, "Turn", Access.PUT, ""));
  }

  @Override
  public Optional<Reply> reply(Bytes received) {
    if (received.size() == 0) {
      return Optional.empty();
    }
    byte[] bytes = received.takeAll();
    clientsTurn = true;
    if (answered) {
      return Optional.of(Reply.further(bytes));
    }
    answered = true;
    return Optional.of(Reply.whole(bytes, ""));
  }
}
