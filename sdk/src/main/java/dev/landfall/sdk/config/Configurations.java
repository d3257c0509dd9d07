package dev.landfall.sdk.config;

import java.util.List;
import java.util.Optional;

/**
 * Binds what a YAML parser gave to a configuration record, or says everything that is wrong with it
 * at once (SI-7). Stateless, thread-safe.
 *
 * <p>A component is text, a number, a boolean, {@link java.time.Duration}, {@link DataSize}, {@link
 * Secret}, {@link java.nio.file.Path}, an enum, another record, a sealed interface of records, an
 * unbound {@link Section}, or a {@code List}, {@code Map<String, …>} or {@code Optional} of these;
 * each carries a {@link Key}. {@code ${env:NAME}} and {@code ${file:PATH}} stand in any text; what
 * they stood for is in no problem (SI-9). A compact constructor refuses a value with an {@link
 * IllegalArgumentException}, whose message is reported under the record's path.
 */
public final class Configurations {
  private Configurations() {}

  /**
   * Binds a section.
   *
   * @throws ConfigurationException with every problem, if there is any
   * @throws IllegalStateException if {@code type} is no configuration record: an error of its
   *     author
   */
  public static <C extends Record> C bind(Class<C> type, Section section, References references)
      throws ConfigurationException {
    Reading reading = new Reading(references);
    Optional<Object> bound =
        RecordShape.of(type).read(new Node(section.path(), section.values()), reading);
    List<ConfigurationProblem> problems = reading.problems();
    if (bound.isEmpty() || !problems.isEmpty()) {
      throw new ConfigurationException(
          section.path().isEmpty() ? "the configuration" : "'" + section.path() + "'", problems);
    }
    return type.cast(bound.get());
  }

  /**
   * Describes what {@link #bind} takes.
   *
   * @throws IllegalStateException if {@code type} is no configuration record: an error of its
   *     author
   */
  public static ConfigurationDescription describe(Class<? extends Record> type) {
    return new ConfigurationDescription(RecordShape.of(type));
  }
}
