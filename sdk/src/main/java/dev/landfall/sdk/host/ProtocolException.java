package dev.landfall.sdk.host;

/**
 * A host or a sink broke the protocol. The message begins with the id of the rule in {@code
 * docs/SPEC.md}.
 */
public final class ProtocolException extends IllegalStateException {
  ProtocolException(String rule, String message) {
    super(rule + ": " + message);
  }
}
