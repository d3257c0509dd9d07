package dev.landfall.benchmarks;

import dev.landfall.benchmarks.jmh.CheckpointBenchmark;
import dev.landfall.benchmarks.jmh.DriverBenchmark;
import dev.landfall.benchmarks.jmh.LogBenchmark;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** What each record and each checkpoint costs by itself, by JMH. */
final class JmhScenario implements Scenario {
  private static final int FORKS = 2;
  private static final int ITERATIONS = 5;
  private static final TimeValue ITERATION = TimeValue.seconds(1);

  @Override
  public String name() {
    return "jmh";
  }

  @Override
  public String summary() {
    return "driver, local log and checkpoint by themselves, by JMH";
  }

  @Override
  public List<Group> measure(Terms terms) throws RunnerException {
    Result<?> driver = run(DriverBenchmark.class);
    Result<?> log = run(LogBenchmark.class);
    Result<?> checkpoint = run(CheckpointBenchmark.class);
    String how =
        String.format(
            Locale.ROOT,
            "%d forks of %d iterations of 1 s after as many to warm up; errors are JMH's, of 99.9"
                + " %%",
            FORKS,
            ITERATIONS);
    return List.of(
        new Group(
            "A record through the writer driver into a sink that does nothing",
            how + "; ± " + error(driver, 1) + " ns",
            List.of(),
            List.of(Goal.atMost("a record", driver.getScore(), 100, "ns"))),
        new Group(
            "A record of 216 bytes into the local log, without fsync",
            how + "; ± " + error(log, 1) + " ns",
            List.of(),
            List.of(Goal.atMost("a record", log.getScore(), 1000, "ns"))),
        new Group(
            "A checkpoint of four splits and four committables, durable",
            how
                + "; ± "
                + error(checkpoint, 1e6)
                + " ms; no goal was set for it: the limit is one that a person would notice at a"
                + " checkpoint each second",
            List.of(),
            List.of(Goal.atMost("a checkpoint", checkpoint.getScore() / 1e6, 50, "ms"))));
  }

  private static String error(Result<?> result, double unit) {
    return String.format(Locale.ROOT, "%.2g", result.getScoreError() / unit);
  }

  private static Result<?> run(Class<?> benchmark) throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(benchmark.getName())
                    .forks(FORKS)
                    .warmupIterations(ITERATIONS)
                    .warmupTime(ITERATION)
                    .measurementIterations(ITERATIONS)
                    .measurementTime(ITERATION)
                    .shouldFailOnError(true)
                    .build())
            .run();
    return results.iterator().next().getPrimaryResult();
  }
}
