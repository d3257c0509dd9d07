package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;

/**
 * A store whose conditions nobody trusts ({@code fencing: none}): looks first and then writes, so
 * that two instances at the same moment may both succeed. Thread-safe.
 */
final class UnconditionalStore extends ForwardingObjectStore {
  UnconditionalStore(ObjectStore store) {
    super(store);
  }

  @Override
  public CreateResult create(String key, byte[] bytes) throws SinkException, InterruptedException {
    return head(key).isPresent()
        ? new CreateResult.Exists()
        : new CreateResult.Created(replace(key, bytes));
  }
}
