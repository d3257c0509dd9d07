package dev.landfall.examples.window;

import dev.landfall.sdk.HostTime;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes the readings to a topic at an even rate. Runs in a thread of its own. */
final class Generator implements Runnable {
  private static final int TICKS_PER_SECOND = 20;

  private final String bootstrapServers;
  private final Readings readings;
  private final int partitions;
  private final int perSecond;

  Generator(String bootstrapServers, Readings readings, int partitions, int perSecond) {
    this.bootstrapServers = bootstrapServers;
    this.readings = readings;
    this.partitions = partitions;
    this.perSecond = perSecond;
  }

  @Override
  public void run() {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new StringSerializer(),
            new StringSerializer())) {
      write(producer);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(KafkaProducer<String, String> producer) throws InterruptedException {
    Iterator<Reading> rest = readings.stream().iterator();
    while (rest.hasNext()) {
      for (int i = 0; i < perSecond / TICKS_PER_SECOND && rest.hasNext(); i++) {
        Reading reading = rest.next();
        send(
            producer, new ProducerRecord<>(FlinkWindow.READINGS, reading.sensor(), reading.text()));
      }
      HostTime.system().pause(Duration.ofMillis(1_000 / TICKS_PER_SECOND));
    }
    // A partition's watermark stands where its last reading is, so each gets one that closes all
    // windows.
    for (int partition = 0; partition < partitions; partition++) {
      Reading last = readings.last();
      send(
          producer,
          new ProducerRecord<>(FlinkWindow.READINGS, partition, last.sensor(), last.text()));
    }
    producer.flush();
  }

  private static void send(
      KafkaProducer<String, String> producer, ProducerRecord<String, String> reading) {
    // A reading that was not written shows in the comparison.
    var unused =
        producer.send(
            reading,
            (metadata, error) -> {
              if (error != null) {
                System.err.println("Cannot write a reading: " + error);
              }
            });
  }
}
