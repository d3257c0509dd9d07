package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

final class SinkFactsTest {
  @Test
  void SI_7_theKeyThatNobodyKnows_standsBesideTheRightOne() {
    ObjectNode section =
        new ObjectMapper()
            .createObjectNode()
            .put("type", "kafka")
            .put("mode", "upsert")
            .put("bootstrap-servers", "host:9092");

    assertThat(SinkFacts.misspell(section)).contains("bootstrap-servers");
    assertThat(section.path("bootstrap-servers").asText()).isEqualTo("host:9092");
    assertThat(section.path("bootstrap-serversx").asText()).isEqualTo("host:9092");
  }

  @Test
  void aSinkWithoutAKey_hasNoneToMisspell() {
    ObjectNode section = new ObjectMapper().createObjectNode().put("type", "memory");

    assertThat(SinkFacts.misspell(section)).isEmpty();
    assertThat(section.size()).isEqualTo(1);
  }
}
