package dev.landfall.sink.redis;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.admin.Administration;
import java.util.List;
import java.util.Optional;

/** Both modes; each writer has its own connections. Thread-safe. */
final class RedisSink implements IdempotentSink {
  private final RedisConfiguration configuration;
  private final SinkContext context;
  private final Dialer dialer;

  RedisSink(RedisConfiguration configuration, SinkContext context) {
    this.configuration = configuration;
    this.context = context;
    this.dialer = new Dialer(configuration, context.sink().toString());
  }

  @Override
  public Guarantee guarantee() {
    return Guarantees.of(configuration);
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    return new Preflight(configuration, context, dialer, terms).check();
  }

  @Override
  public Optional<String> inspection() {
    return Optional.of(Inspection.of(configuration));
  }

  @Override
  public Optional<Administration> administration() {
    return Optional.of(new RedisAdministration(configuration, context, dialer));
  }

  @Override
  public IdempotentWriter writer(WriterId id, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    RedisWriter writer = new RedisWriter(configuration, context, dialer, id, rejected);
    writer.open();
    return writer;
  }

  @Override
  public void close() {
    // Connections belong to writers.
  }
}
