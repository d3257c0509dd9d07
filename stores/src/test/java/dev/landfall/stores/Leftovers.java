package dev.landfall.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What a store occupies on the machine, taken while it runs and looked for after its end. */
record Leftovers(Path folder, List<ProcessIdentity> processes, List<Integer> ports) {
  private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

  static Leftovers of(RunFolder run, Map<String, String> environment) {
    List<Integer> ports =
        environment.values().stream()
            .flatMap(value -> PORT.matcher(value).results())
            .map((MatchResult match) -> Integer.parseInt(match.group(1)))
            .toList();
    return new Leftovers(run.path(), run.processes(), ports);
  }

  static Leftovers of(Store store) {
    return of(((EmbeddedServers) store.servers()).run(), store.environment());
  }

  void assertPresent() {
    assertThat(processes).isNotEmpty().allMatch(ProcessIdentity::alive);
    assertThat(ports).isNotEmpty().noneMatch(Ports::bindable);
    assertThat(folder).isDirectory();
  }

  void assertGone() {
    assertThat(processes).noneMatch(ProcessIdentity::alive);
    assertThat(ports).allMatch(Ports::bindable);
    assertThat(Files.exists(folder)).isFalse();
  }
}
