package dev.landfall.runner.source;

import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceProvider;

/**
 * The {@code generator} source: records that follow from seed, split and number, at a given rate.
 * Stateless, thread-safe.
 */
public final class GeneratorSourceProvider implements SourceProvider<GeneratorSourceConfiguration> {
  private static final int MAX_SPLITS = 1024;
  private static final long MAX_VALUE_BYTES = 1L << 20;
  private static final long MAX_COUNT = 1L << 53;

  @Override
  public String name() {
    return "generator";
  }

  @Override
  public String summary() {
    return "Generated records: seeded, rated, replayable by number";
  }

  @Override
  public Class<GeneratorSourceConfiguration> configuration() {
    return GeneratorSourceConfiguration.class;
  }

  @Override
  public Source open(GeneratorSourceConfiguration configuration, SourceContext context)
      throws SourceException {
    within("splits", configuration.splits(), 1, MAX_SPLITS);
    within("keys", configuration.keys(), configuration.splits(), Long.MAX_VALUE / MAX_SPLITS);
    within("value-size", configuration.valueSize().bytes(), 0, MAX_VALUE_BYTES);
    within("count", configuration.count().orElse(0L), 0, MAX_COUNT);
    within("rate", configuration.rate().orElse(1L), 1, 1_000_000_000L);
    return new GeneratorSource(configuration, context.time());
  }

  private static void within(String key, long actual, long least, long most)
      throws SourceException {
    if (actual < least || actual > most) {
      throw new SourceException(
          "Cannot generate records: "
              + key
              + " is "
              + actual
              + ", expected "
              + least
              + " to "
              + most);
    }
  }
}
