package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class InboxTest {
  private static final CheckpointId FIRST = new CheckpointId(1);
  private static final Delivery.BarrierReached AT_FIRST = new Delivery.BarrierReached(FIRST);

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  private static Batch batch(String name, long bytes) {
    Batch batch = new Batch();
    batch.add(SinkRecord.put(Value.of(name), Value.ofNull()), bytes);
    return batch;
  }

  private static String name(Delivery delivery) {
    return delivery instanceof Batch batch
        ? batch.record(0).key().toString()
        : delivery.getClass().getSimpleName();
  }

  @Test
  void HO_2_barrierWaitsForEveryReader_andHoldsBackWhatFollowsIt() throws Exception {
    Inbox inbox = new Inbox(2);
    inbox.put(0, batch("0 before", 1));
    inbox.putBarrier(0, FIRST);
    inbox.put(0, batch("0 after", 1));
    inbox.put(1, batch("1 before", 1));
    inbox.put(1, batch("1 before too", 1));
    inbox.putBarrier(1, FIRST);

    List<String> taken = new ArrayList<>();
    for (Delivery next = inbox.take(); !next.equals(AT_FIRST); next = inbox.take()) {
      taken.add(name(next));
    }

    assertThat(taken).containsExactly("0 before", "1 before", "1 before too");
    assertThat(name(inbox.take())).isEqualTo("0 after");
  }

  @Test
  void readersTakeTurns() throws Exception {
    Inbox inbox = new Inbox(2);
    for (int i = 0; i < 2; i++) {
      inbox.put(0, batch("0-" + i, 1));
      inbox.put(1, batch("1-" + i, 1));
    }

    List<String> taken = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      taken.add(name(inbox.take()));
    }

    assertThat(taken).containsExactly("0-0", "1-0", "0-1", "1-1");
  }

  @Test
  void fullInBytes_holdsItsReaderBack_butTakesBarriers() throws Exception {
    Inbox inbox = new Inbox(1);
    inbox.put(0, batch("large", Inbox.MAX_BYTES));
    Future<?> second =
        threads.submit(
            () -> {
              inbox.put(0, batch("second", 1));
              return true;
            });

    inbox.putBarrier(0, FIRST);

    assertThat(second.isDone()).isFalse();
    assertThat(name(inbox.take())).isEqualTo("large");
    second.get(10, TimeUnit.SECONDS);
    assertThat(inbox.take()).isEqualTo(AT_FIRST);
    assertThat(name(inbox.take())).isEqualTo("second");
  }

  @Test
  void closed_letsBothSidesGo() throws Exception {
    Inbox inbox = new Inbox(1);
    inbox.put(0, batch("large", Inbox.MAX_BYTES));
    Future<?> blocked =
        threads.submit(
            () -> {
              inbox.put(0, batch("second", 1));
              return true;
            });

    inbox.close();

    blocked.get(10, TimeUnit.SECONDS);
    assertThat(inbox.take()).isEqualTo(new Delivery.Closed());
  }
}
