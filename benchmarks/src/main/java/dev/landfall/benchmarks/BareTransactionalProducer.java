package dev.landfall.benchmarks;

import dev.landfall.sdk.HostTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * What a person writes without any framework: one transactional producer that commits at each
 * interval's end, and waits for it. It keeps no checkpoint, so it delivers exactly once only as
 * long as nothing fails. One thread at a time.
 */
final class BareTransactionalProducer implements Contender {
  private final KafkaProducer<byte[], byte[]> producer;
  private final String topic;
  private final Payloads payloads;
  private final Schedule schedule;
  private final HostTime time;
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private long number;

  BareTransactionalProducer(
      String bootstrapServers,
      Map<String, String> properties,
      String topic,
      Payloads payloads,
      Schedule schedule,
      HostTime time) {
    Map<String, Object> all = new HashMap<>(properties);
    all.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    all.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "bare");
    all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    this.producer = new KafkaProducer<>(all);
    this.topic = topic;
    this.payloads = payloads;
    this.schedule = schedule;
    this.time = time;
    producer.initTransactions();
  }

  @Override
  public String name() {
    return "bare producer";
  }

  @Override
  public Measured round() throws Exception {
    Meter meter = new Meter(time);
    Loop loop = new Loop(schedule, meter);
    long records = 0;
    long first = 0;
    producer.beginTransaction();
    for (int i = 1; i <= schedule.intervals(); i++) {
      records += loop.interval(first, this::send);
      long start = meter.nanos();
      producer.commitTransaction();
      meter.add(Timing.COMMIT, meter.nanos() - start);
      if (i < schedule.intervals()) {
        producer.beginTransaction();
        send();
        meter.add(Timing.PAUSE, meter.nanos() - start);
      }
      first = 1;
    }
    return meter.stop(records);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // its error comes to the callback as well
  private void send() throws Exception {
    producer.send(
        new ProducerRecord<>(topic, payloads.key(number), payloads.value(number)),
        (metadata, error) -> failure.compareAndSet(null, error));
    number++;
    Exception failed = failure.get();
    if (failed != null) {
      throw failed;
    }
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(10));
  }
}
