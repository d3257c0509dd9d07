package dev.landfall.runner.source;

import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceProvider;
import java.util.List;

/**
 * The {@code stdin} source: JSON lines and CSV from standard input. What was read is gone, so a
 * pipeline must ask for at-most-once. Stateless, thread-safe.
 */
public final class StdinSourceProvider implements SourceProvider<StdinSourceConfiguration> {
  @Override
  public String name() {
    return "stdin";
  }

  @Override
  public String summary() {
    return "JSON lines and CSV from standard input; cannot be replayed";
  }

  @Override
  public Class<StdinSourceConfiguration> configuration() {
    return StdinSourceConfiguration.class;
  }

  @Override
  public Source open(StdinSourceConfiguration configuration, SourceContext context)
      throws SourceException {
    TextFormat format = configuration.format().of(List.of("stdin"));
    return new StdinSource(
        System.in,
        TextFormat.make(
            format,
            configuration.delimiter(),
            configuration.header(),
            configuration.columns(),
            configuration.nulls()),
        TextBounds.declared(configuration.schema(), format),
        TextBounds.maxRecordBytes(configuration.maxRecordSize()),
        context);
  }
}
