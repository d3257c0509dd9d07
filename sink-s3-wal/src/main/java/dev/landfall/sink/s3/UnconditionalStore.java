package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.util.List;

/**
 * A store whose conditions nobody trusts ({@code fencing: none}): looks first and then writes, so
 * that two instances at the same moment may both succeed. No condition is sent, for some stores
 * refuse a request that has one. Thread-safe.
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

  @Override
  public CreateResult complete(Upload upload, List<UploadedPart> parts)
      throws SinkException, InterruptedException {
    return head(upload.key()).isPresent()
        ? new CreateResult.Exists()
        : new CreateResult.Created(completeReplacing(upload, parts));
  }
}
