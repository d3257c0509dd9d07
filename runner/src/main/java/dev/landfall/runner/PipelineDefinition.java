package dev.landfall.runner;

import dev.landfall.runner.letters.DeadLetters;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.config.Key;
import dev.landfall.sdk.config.Section;
import java.util.List;

/** A pipeline as its file describes it; {@link PipelineFile} reads it. Immutable, thread-safe. */
public record PipelineDefinition(
    @Key("The pipeline's name: a-z, 0-9, - and _, part of every name in the store; never change it")
        String pipeline,
    @Key(
            value = "What is asked for; a source or sink that cannot give it refuses to start",
            defaultValue = "exactly-once")
        Guarantee.Level guarantee,
    @Key(value = "Writers beside each other, 1 to 256; may change at a restart", defaultValue = "1")
        int parallelism,
    @Key(value = "Which writer gets a record", defaultValue = "key") Distribution distribution,
    @Key("When checkpoints are taken and where they are kept") CheckpointSettings checkpoint,
    @Key("Where records come from; its type names the connector") Section source,
    @Key(
            value =
                "Fields that are the record's key, one name or a list; @record keeps the source's"
                    + " key and demands one",
            defaultValue = "[]")
        List<String> key,
    @Key(value = "What follows when a record cannot be written", defaultValue = "fail")
        OnReject rejected,
    @Key("Where records go; its type names the connector, its id (default: the type) the sink")
        Section sink) {
  /** More writers than this want more than one machine. */
  public static final int MAX_PARALLELISM = 256;

  public PipelineDefinition {
    if (parallelism < 1 || parallelism > MAX_PARALLELISM) {
      throw new IllegalArgumentException(
          "parallelism is " + parallelism + ", expected 1 to " + MAX_PARALLELISM);
    }
    key = List.copyOf(key);
    requireType(source, "source");
    requireType(sink, "sink");
    // Checks both names against the alphabet of SI-4.
    new SinkId(pipeline, id(sink));
    if (rejected instanceof OnReject.DeadLetter && id(sink).equals(DeadLetters.SINK)) {
      throw new IllegalArgumentException(
          "sink.id is "
              + DeadLetters.SINK
              + ", expected another name beside rejected: dead-letter");
    }
  }

  private static void requireType(Section section, String name) {
    if (section.text("type").isEmpty()) {
      throw new IllegalArgumentException(
          name
              + ".type is missing, expected the name of a connector (landfall plugins lists them)");
    }
  }

  private static String id(Section sink) {
    return sink.text("id").or(() -> sink.text("type")).orElseThrow();
  }

  /** The connector that reads. */
  public String sourceType() {
    return source.text("type").orElseThrow();
  }

  /** What the source's connector binds. */
  public Section sourceOptions() {
    return sourceOptions(source);
  }

  /** The connector that writes. */
  public String sinkType() {
    return sink.text("type").orElseThrow();
  }

  /** The identity under which everything in the store is named (SI-4). */
  public SinkId sinkId() {
    return new SinkId(pipeline, id(sink));
  }

  /** What the sink's connector binds. */
  public Section sinkOptions() {
    return sinkOptions(sink);
  }

  static Section sourceOptions(Section source) {
    return source.without("type");
  }

  static Section sinkOptions(Section sink) {
    return sink.without("type").without("id");
  }

  /** The sink's mode as configured; empty for its default. */
  public String sinkMode() {
    return sink.text("mode").orElse("");
  }

  /** The same pipeline with another number of writers (HO-9). */
  public PipelineDefinition withParallelism(int newParallelism) {
    return new PipelineDefinition(
        pipeline, guarantee, newParallelism, distribution, checkpoint, source, key, rejected, sink);
  }
}
