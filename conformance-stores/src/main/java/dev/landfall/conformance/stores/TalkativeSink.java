package dev.landfall.conformance.stores;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import java.util.List;

/**
 * A good sink that logs what it logs in with, as a line left over from a search for an error does.
 * As thread-safe as the good one.
 */
record TalkativeSink(IdempotentSink good, String user, String password) implements IdempotentSink {
  private static final System.Logger LOG = System.getLogger(TalkativeSink.class.getName());

  @Override
  public IdempotentWriter writer(WriterId id, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    LOG.log(System.Logger.Level.WARNING, "{0} logs in as {1}/{2}", id, user, password);
    return good.writer(id, rejected);
  }

  @Override
  public Guarantee guarantee() {
    return good.guarantee();
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
    return good.preflight(terms);
  }

  @Override
  public void close() {
    good.close();
  }
}
