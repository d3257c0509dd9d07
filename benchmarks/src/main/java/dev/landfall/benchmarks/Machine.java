package dev.landfall.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.landfall.sdk.HostTime;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/**
 * What the figures were measured on. Immutable, thread-safe.
 *
 * @param started when, to the minute
 * @param processor model, as the system names it
 * @param cores that this process may use
 * @param memoryGib of the machine
 * @param system name and release
 * @param java version of the client's JVM
 * @param options of the client's JVM
 * @param load how many threads were running or waiting, over the minute before
 */
record Machine(
    String started,
    String processor,
    int cores,
    long memoryGib,
    String system,
    String java,
    List<String> options,
    double load) {
  static Machine now(HostTime time) {
    OperatingSystemMXBean bean = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new Machine(
        time.now().truncatedTo(ChronoUnit.MINUTES).toString(),
        processorModel(),
        Runtime.getRuntime().availableProcessors(),
        Math.round(bean.getTotalMemorySize() / (double) (1L << 30)),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(option -> option.startsWith("-X"))
            .toList(),
        bean.getSystemLoadAverage());
  }

  private static String processorModel() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo"), StandardCharsets.UTF_8).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElseGet(() -> System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch"); // no Linux
    }
  }

  String sentence() {
    return String.format(
        Locale.ROOT,
        "%s, %d cores of %s, %d GiB, %s, %s with `%s`; load in the minute before: %.2f",
        started,
        cores,
        processor,
        memoryGib,
        system,
        java,
        String.join(" ", options),
        load);
  }
}
