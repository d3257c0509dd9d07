package dev.landfall.runner.letters;

import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.host.Pending;
import java.nio.file.Path;
import java.util.List;

/** The dead letters of one pipeline, as its host uses them. Thread-safe. */
public final class DeadLetters {
  /** The sink's name within the pipeline, part of the names of letters. */
  public static final String SINK = "dead-letter";

  private final SinkContext context;
  private final LetterLayout layout;
  private final Staging staging;
  private final CheckpointNames checkpoints = new CheckpointNames();

  private DeadLetters(SinkContext context, LetterLayout layout) {
    this.context = context;
    this.layout = layout;
    this.staging = new Staging(layout);
  }

  /**
   * Names the directory; touches nothing.
   *
   * @param main what the host lends to the pipeline's sink
   */
  public static DeadLetters in(Path directory, SinkContext main) {
    SinkId sink = idIn(main.sink().pipeline());
    SinkContext context =
        new SinkContext(
            sink, main.instance(), main.time(), main.threads(), main.seed(), main.metrics());
    return new DeadLetters(context, new LetterLayout(directory, sink));
  }

  /** The identity of a pipeline's dead letters. */
  public static SinkId idIn(String pipeline) {
    return new SinkId(pipeline, SINK);
  }

  /** Lent to {@link #sink}. */
  public SinkContext context() {
    return context;
  }

  /** The sink of letters, which {@link Letter} makes. */
  public WriteAheadSink sink() {
    return new DeadLetterSink(layout, staging, checkpoints);
  }

  /** The pipeline's sink, in such a way that what a publication refuses is kept as well. */
  public Sink keeping(Sink main) {
    return main instanceof WriteAheadSink writeAhead
        ? new KeepingSink(
            writeAhead,
            interval ->
                new Refusals(layout, staging, new LineWriter(checkpoints.of(interval)), interval))
        : main;
  }

  /** Says which checkpoints hold what is committed next. */
  public void commitsNext(List<Pending> pending) {
    checkpoints.learn(pending);
  }
}
