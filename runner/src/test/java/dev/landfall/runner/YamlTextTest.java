package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.config.ConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YamlTextTest {
  @TempDir Path folder;

  @Test
  void anAlias_isToldByItsLine() throws Exception {
    assertThat(YamlText.misread("a: &d /state\nb:\n  path: *d\n"))
        .contains("line 3: the alias '*d' is not followed (write its value)");
    assertThat(YamlText.misread("a: &d {b: 1}\nc: *d\n"))
        .hasValueSatisfying(what -> assertThat(what).startsWith("line 2: the alias '*d'"));
  }

  @Test
  void aSecondDocument_isToldByItsLine() throws Exception {
    assertThat(YamlText.misread("a: 1\n---\nb: 2\n"))
        .hasValueSatisfying(what -> assertThat(what).contains("a second document begins"));
  }

  @Test
  void whatIsReadAsItIsWritten_isFine() throws Exception {
    assertThat(YamlText.misread("---\na: [1, {b: '*d'}]\nc: \"---\"\n...\n")).isEmpty();
    assertThat(YamlText.misread("")).isEmpty();
    assertThat(YamlText.misread("a: &unused 1\n")).isEmpty();
  }

  @Test
  void aPipelineFile_withAnAlias_isRefused() throws Exception {
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, "checkpoint: {directory: &d /state}\nsink: {path: *d}\n");

    assertThatThrownBy(() -> PipelineFile.tree(file, "store"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("line 2: the alias '*d' is not followed");
  }
}
