package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.SinkException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RowSenderTest {
  private final RowSender sender = new RowSender(Thread::new, RowSender.Place.SERVER);
  private final List<String> arrived = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    sender.close();
  }

  @Test
  void aBatchIsOnItsWay_whileTheCallerGoesOn() throws Exception {
    CountDownLatch filled = new CountDownLatch(1);

    sender.send(filled::await);
    filled.countDown();
    sender.settle();
  }

  @Test
  void batchesArriveInOrder_oneAtATime() throws Exception {
    for (int i = 0; i < 100; i++) {
      String batch = "b" + i;
      sender.send(
          () -> {
            arrived.add(batch + " leaves");
            arrived.add(batch);
          });
    }
    sender.settle();

    assertThat(arrived).hasSize(200);
    for (int i = 0; i < 100; i++) {
      assertThat(arrived.subList(2 * i, 2 * i + 2)).containsExactly("b" + i + " leaves", "b" + i);
    }
  }

  @Test
  void whatWentWrong_isToldOnce_byTheNextCall_whoseBatchStays() throws Exception {
    SinkException failure = new SinkException("no");
    sender.send(
        () -> {
          throw failure;
        });

    assertThatThrownBy(() -> sender.send(() -> arrived.add("second"))).isSameAs(failure);
    sender.settle();
    assertThat(arrived).isEmpty();
  }

  @Test
  void whatWentWrongWithTheLastBatch_isToldWhenSettled() throws Exception {
    sender.send(
        () -> {
          throw new IllegalArgumentException("a bug");
        });

    assertThatThrownBy(sender::settle)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a bug");
  }

  @Test
  void closing_interruptsTheBatch_andReturnsOnlyWhenItIsOver() throws Exception {
    CountDownLatch left = new CountDownLatch(1);
    sender.send(
        () -> {
          left.countDown();
          try {
            new CountDownLatch(1).await();
          } finally {
            arrived.add("over");
          }
        });
    assertThat(left.await(20, TimeUnit.SECONDS)).isTrue();

    sender.close();

    assertThat(arrived).containsExactly("over");
    sender.settle();
  }

  @Test
  void afterClosing_theNextBatchIsSent() throws Exception {
    sender.send(() -> arrived.add("first"));
    sender.settle();
    sender.close();
    sender.send(() -> arrived.add("second"));
    sender.settle();

    assertThat(arrived).containsExactly("first", "second");
  }

  @Test
  void intoAnEmbeddedDatabase_theCallerCarriesItsBatchItself() throws Exception {
    CompletableFuture<Thread> carrier = new CompletableFuture<>();
    try (RowSender embedded = new RowSender(Thread::new, RowSender.Place.EMBEDDED)) {
      embedded.send(() -> carrier.complete(Thread.currentThread()));
    }

    assertThat(carrier).isCompletedWithValue(Thread.currentThread());
  }
}
