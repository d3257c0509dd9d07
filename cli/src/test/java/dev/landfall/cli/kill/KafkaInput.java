package dev.landfall.cli.kill;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Writes a thousand records a second into a topic until it is stopped, over kills of the broker.
 */
final class KafkaInput implements Runnable {
  private static final int KEYS = 17;
  private static final int AT_ONCE = 50;
  private static final long PAUSE_NANOS = 50_000_000;

  private final String topic;
  private final int partitions;
  private final Map<String, Object> properties = new HashMap<>();
  private final Map<String, List<String>> acknowledged = new TreeMap<>();
  private volatile boolean stopped;

  KafkaInput(String bootstrapServers, String topic, int partitions) {
    this.topic = topic;
    this.partitions = partitions;
    properties.put("bootstrap.servers", bootstrapServers);
    properties.put("acks", "all");
  }

  @Override
  public void run() {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer())) {
      for (long number = 0; !stopped; ) {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++, number++) {
          String key = "k" + number % KEYS;
          String value = "v" + number;
          int partition = (int) (number % KEYS) % partitions;
          sent.add(producer.send(new ProducerRecord<>(topic, partition, key, value)));
          acknowledged.computeIfAbsent(key, one -> new ArrayList<>()).add(value);
        }
        for (Future<RecordMetadata> one : sent) {
          one.get();
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  void stop() {
    stopped = true;
  }

  /** Values by key, in order; to be asked when the thread has ended. */
  Map<String, List<String>> acknowledged() {
    return acknowledged;
  }
}
