package dev.landfall.flink.conformance;

import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkProvider;

/** The connector {@code flink}: any Flink sink, hosted by operators. Stateless, thread-safe. */
public final class HostedSinkProvider implements SinkProvider<HostedConfiguration> {
  static final String TYPE = "flink";

  @Override
  public String name() {
    return TYPE;
  }

  @Override
  public String summary() {
    return "A sink inside Flink's writer and committer operators, for the conformance suite";
  }

  @Override
  public Class<HostedConfiguration> configuration() {
    return HostedConfiguration.class;
  }

  @Override
  public Sink open(HostedConfiguration configuration, SinkContext context) {
    FlinkSink subject = configuration.subject();
    return new HostedSink(
        subject, subject.sink(configuration.connector(), context.sink()), context);
  }
}
