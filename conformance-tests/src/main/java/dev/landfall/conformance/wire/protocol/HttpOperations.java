package dev.landfall.conformance.wire.protocol;

import dev.landfall.conformance.model.Access;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What the requests of a store that speaks HTTP are called, and what they do. Stateless,
 * thread-safe.
 */
@FunctionalInterface
public interface HttpOperations {
  /** For a store that nobody has named the paths of: its methods are its operations. */
  HttpOperations METHODS =
      (head, bytes) -> {
        boolean reads = Set.of("GET", "HEAD", "OPTIONS").contains(head.method());
        String method = head.method().toLowerCase(Locale.ROOT);
        return Request.operation(
            bytes,
            method.substring(0, 1).toUpperCase(Locale.ROOT) + method.substring(1),
            reads ? Access.READ : Access.PUT,
            head.path());
      };

  /**
   * Names one request.
   *
   * @param head its start line and fields
   * @param bytes what of it is passed on now: all of it, or its body alone where the head had to go
   *     ahead
   */
  Request request(HttpHead head, byte[] bytes);

  /** The store's own error in place of an answer (K8); empty if it has none here. */
  default Optional<byte[]> refusal(Request request) {
    return Optional.empty();
  }

  /**
   * What went wrong, or empty if nothing did.
   *
   * @param body of the reply, as text that loses no byte
   */
  default String error(HttpHead reply, String body) {
    return reply.status() >= 400 ? reply.first().replaceFirst("^\\S+ ", "") : "";
  }
}
