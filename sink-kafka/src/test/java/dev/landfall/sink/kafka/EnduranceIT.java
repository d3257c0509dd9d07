package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.evidence.Evidence;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.TransactionListing;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Five thousand checkpoints: nothing grows (T-13). */
class EnduranceIT {
  private static final int CHECKPOINTS = 5_000;
  private static final int SETTLED = 500;
  private static final double MOST_HEAP = 1.1;

  /** The default of {@code slots}. */
  private static final int SLOTS = 5;

  private static final Evidence EVIDENCE =
      Evidence.table(
          "kafka-endurance",
          "Kafka: five thousand checkpoints of one writer",
          "One record, prepare and commit for each checkpoint on a real broker; figures after"
              + " checkpoint 500 and after checkpoint 5,000, heap after a collection. Again: `mvn"
              + " verify -Pfull -pl sink-kafka -am -Dit.test=EnduranceIT"
              + " -Dfailsafe.failIfNoSpecifiedTests=false -Dsurefire.failIfNoSpecifiedTests=false`.",
          "case",
          "transactional ids at 500, of 5",
          "transactional ids at 5,000",
          "threads at 500",
          "threads at 5,000",
          "heap at 500, bytes",
          "heap at 5,000, bytes",
          "seconds");

  @Tag("full")
  @Test
  void T_13_idsProducersThreadsAndHeap_stayAsTheyWere() throws Exception {
    long start = System.nanoTime();
    try (Lab lab = new Lab(Brokers.shared(Protocol.TWO))) {
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);
      int threads = 0;
      long heap = 0;
      Set<String> ids = Set.of();
      try (Committer committer = sink.committer()) {
        for (int o = 1; o <= CHECKPOINTS; o++) {
          Committable one = Lab.prepared(writer, lab.interval(1, o), "v" + o);
          assertThat(committer.commit(one)).isEqualTo(CommitOutcome.committed());
          if (o == SETTLED) {
            threads = Thread.activeCount();
            heap = heapAfterCollection();
            ids = ids(lab);
          }
        }
        long heapNow = heapAfterCollection();
        int threadsNow = Thread.activeCount();
        Set<String> idsNow = ids(lab);
        // A slot whose markers are still being written when the next is needed is passed over.
        assertThat(idsNow).containsAll(ids).hasSizeLessThanOrEqualTo(SLOTS);
        assertThat(threadsNow).isLessThanOrEqualTo(threads + 1); // one may be closing
        assertThat((double) heapNow).isLessThanOrEqualTo(heap * MOST_HEAP);
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        EVIDENCE.row(
            "exactly-once", ids.size(), idsNow.size(), threads, threadsNow, heap, heapNow, seconds);
      }
    }
  }

  private static Set<String> ids(Lab lab) {
    return lab.observer.transactions(Names.prefix(lab.sink)).stream()
        .map(TransactionListing::transactionalId)
        .collect(Collectors.toSet());
  }

  /** The least of several looks: the clients' threads allocate between a collection and a look. */
  private static long heapAfterCollection() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      ManagementFactory.getMemoryMXBean().gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
