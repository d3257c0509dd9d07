package dev.landfall.benchmarks;

import dev.landfall.runner.CheckpointSettings;
import dev.landfall.runner.Distribution;
import dev.landfall.runner.OnReject;
import dev.landfall.runner.Pipeline;
import dev.landfall.runner.PipelineDefinition;
import dev.landfall.runner.RunListener;
import dev.landfall.runner.RunOptions;
import dev.landfall.runner.RunSummary;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.config.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A whole run of the embedded runner from a source to its end, into nothing: start, checkpoints and
 * end included. One thread at a time.
 */
final class RunnerContender implements Contender {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final Setting setting;
  private int rounds;

  /**
   * What is run.
   *
   * @param name of the contender
   * @param source section of the pipeline's file
   * @param interval between two checkpoints
   * @param directory for the state of every round
   * @param time the clock
   */
  record Setting(
      String name, Map<String, Object> source, Duration interval, Path directory, HostTime time) {}

  RunnerContender(Setting setting) {
    this.setting = setting;
  }

  @Override
  public String name() {
    return setting.name();
  }

  @Override
  public Measured round() throws Exception {
    DiscardingSink sink = new DiscardingSink(setting.time());
    PipelineDefinition definition = definition(setting.directory().resolve("state-" + rounds++));
    Meter meter = new Meter(setting.time());
    RunSummary summary =
        Pipeline.of(definition, RunOptions.DEFAULT, new InProcess(sink), RunListener.NONE).run();
    sink.pauses().forEach(pause -> meter.add(Timing.PAUSE, pause));
    return meter.stop(summary.written());
  }

  private PipelineDefinition definition(Path state) {
    return new PipelineDefinition(
        "benchmark",
        Guarantee.Level.EXACTLY_ONCE,
        1,
        Distribution.KEY,
        new CheckpointSettings(state, setting.interval(), TIMEOUT, 0, 3, TIMEOUT),
        new Section("source", setting.source()),
        List.of(),
        OnReject.FAIL,
        new Section("sink", Map.of("type", "discarding")));
  }
}
