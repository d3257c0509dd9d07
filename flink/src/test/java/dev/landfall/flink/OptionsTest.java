package dev.landfall.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

final class OptionsTest {
  @Test
  void whatCodeSaysBecomesWhatAPipelineFileWouldSay() throws Exception {
    Options options =
        Options.of(
            Map.of(
                "count", 3,
                "timeout", Duration.ofSeconds(90),
                "path", Path.of("/data"),
                "store", Map.of("bucket", "lake", "secure", true),
                "columns", List.of("a", "b")));

    Options travelled = InstantiationUtil.clone(options);

    assertThat(travelled.section().values())
        .containsEntry("count", 3L)
        .containsEntry("timeout", "PT1M30S")
        .containsEntry("path", "/data")
        .containsEntry("store", Map.of("bucket", "lake", "secure", true))
        .containsEntry("columns", List.of("a", "b"));
  }

  @Test
  void anOptionThatNoFileCanHoldIsRefusedByItsPath() {
    assertThatThrownBy(() -> Options.of(Map.of("store", Map.of("client", new Object()))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'store.client'")
        .hasMessageContaining("java.lang.Object");
  }
}
