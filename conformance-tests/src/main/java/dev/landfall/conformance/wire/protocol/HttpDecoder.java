package dev.landfall.conformance.wire.protocol;

import java.util.Optional;

/**
 * HTTP/1.1 over a connection that is kept (RFC 9112): bodies of a told length and chunked ones. One
 * thread at a time.
 *
 * <p>A client that waits for {@code 100 Continue} would wait for ever if its request were held
 * before the store has seen any of it. So the head of such a request goes ahead, uncounted, and the
 * operation is its body: without it the store does nothing. If the store answers for good before
 * the body has come, the client sends none, and the next request begins.
 *
 * <p>Clients of stores do not pipeline: at most one request of a connection is unanswered.
 */
final class HttpDecoder implements Decoder {
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final int OK = 200;

  private final HttpOperations operations;

  /** Its head has gone ahead, and its body is still to come. */
  private Optional<HttpHead> ahead = Optional.empty();

  /** The request that the next reply answers. */
  private Optional<HttpHead> asked = Optional.empty();

  private boolean endsWithConnection;

  HttpDecoder(HttpOperations operations) {
    this.operations = operations;
  }

  @Override
  public Optional<Request> request(Bytes sent) {
    if (ahead.isPresent()) {
      return whole(ahead.get(), sent, 0);
    }
    Optional<HttpHead> head = HttpHead.at(sent);
    if (head.isPresent() && head.get().expectsContinue()) {
      ahead = head;
      return Optional.of(Request.unanswered(sent.take(head.get().length()), "Head"));
    }
    return head.flatMap(one -> whole(one, sent, one.length()));
  }

  private Optional<Request> whole(HttpHead head, Bytes sent, int bodyAt) {
    int end =
        head.isChunked()
            ? HttpHead.chunkedEnd(sent, bodyAt)
            : bodyAt + head.contentLength().orElse(0);
    if (end < 0 || end > sent.size()) {
      return Optional.empty();
    }
    ahead = Optional.empty();
    asked = Optional.of(head);
    return Optional.of(operations.request(head, sent.take(end)));
  }

  @Override
  public Optional<Reply> reply(Bytes received) {
    if (endsWithConnection) {
      return received.size() == 0
          ? Optional.empty()
          : Optional.of(Reply.further(received.takeAll()));
    }
    Optional<HttpHead> head = HttpHead.at(received);
    if (head.isEmpty()) {
      return Optional.empty();
    }
    if (head.get().status() < OK) {
      return Optional.of(Reply.further(received.take(head.get().length())));
    }
    int end = end(head.get(), received);
    if (end < 0 || end > received.size()) {
      return Optional.empty();
    }
    ahead = Optional.empty();
    asked = Optional.empty();
    byte[] bytes = received.take(end);
    String body = Bytes.latin(bytes, head.get().length(), bytes.length);
    return Optional.of(Reply.whole(bytes, operations.error(head.get(), body)));
  }

  /** Where the reply ends; a body whose length nobody tells is passed on as it comes. */
  private int end(HttpHead reply, Bytes received) {
    boolean empty =
        reply.status() == NO_CONTENT
            || reply.status() == NOT_MODIFIED
            || asked.map(HttpHead::method).orElse("").equals("HEAD");
    if (empty) {
      return reply.length();
    }
    if (reply.isChunked()) {
      return HttpHead.chunkedEnd(received, reply.length());
    }
    Optional<Integer> length = reply.contentLength();
    endsWithConnection = length.isEmpty();
    return length.map(bytes -> reply.length() + bytes).orElse(received.size());
  }

  @Override
  public Optional<byte[]> refusal(Request request) {
    Optional<byte[]> refusal = operations.refusal(request);
    if (refusal.isPresent()) {
      asked = Optional.empty();
    }
    return refusal;
  }
}
