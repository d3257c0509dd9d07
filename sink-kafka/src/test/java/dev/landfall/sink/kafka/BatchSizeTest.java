package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BatchSizeTest {
  private static final long BUFFER = 32L << 20;
  private static final long REQUEST = 1L << 20;

  @Test
  void fewPartitions_getTheLargestBatch() {
    assertThat(BatchSize.of(topic(32, 1 << 20), BUFFER, REQUEST)).isEqualTo(256 << 10);
  }

  @Test
  void manyPartitions_shareAQuarterOfTheMemory() {
    assertThat(BatchSize.of(topic(128, 1 << 20), BUFFER, REQUEST)).isEqualTo(64 << 10);
  }

  @Test
  void manyMorePartitions_getTheClientsOwnDefault() {
    assertThat(BatchSize.of(topic(10_000, 1 << 20), BUFFER, REQUEST)).isEqualTo(16 << 10);
  }

  @Test
  void aBatchIsNoLargerThanItsTopicTakes() {
    assertThat(BatchSize.of(topic(1, 100_000), BUFFER, REQUEST)).isEqualTo(100_000);
  }

  @Test
  void aBatchIsNoLargerThanARequest() {
    assertThat(BatchSize.of(topic(1, 1 << 20), BUFFER, 50_000)).isEqualTo(50_000);
  }

  private static TopicFacts topic(int partitions, int maxMessageBytes) {
    return new TopicFacts("t", partitions, maxMessageBytes, false, TopicFacts.Timestamps.ANY);
  }
}
