package dev.landfall.sink.kafka;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.Transcript;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;

/** What Kafka keeps of records without a transaction. One thread at a time. */
final class KafkaPlainExperiments {
  private static final int PUTS = 10;

  private final KafkaProbeTarget target;

  KafkaPlainExperiments(KafkaProbeTarget target) {
    this.target = target;
  }

  Answer listAfterPut() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String topic = target.topic(seen);
    List<String> sent = new ArrayList<>();
    try (KafkaProducer<byte[], byte[]> writer = target.plainProducer("writer")) {
      for (int put = 1; put <= PUTS; put++) {
        target.send(writer, topic, "v" + put, seen);
        sent.add("v" + put);
        List<String> read = target.read(topic, Map.of(), seen);
        if (!read.equals(sent)) {
          return Answer.no("after " + put + " acknowledged records a reader meets " + read, seen);
        }
      }
    }
    return Answer.yes(PUTS + " times of " + PUTS, seen);
  }

  Answer repeatCountsOnce() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String topic = target.topic(seen);
    for (String process : List.of("first", "second")) {
      try (KafkaProducer<byte[], byte[]> writer = target.plainProducer(process)) {
        target.send(writer, topic, "same", seen);
      }
    }
    List<String> read = target.read(topic, Map.of(), seen);
    return Answer.of(
        Holds.of(!read.isEmpty() && read.get(read.size() - 1).equals("same")),
        "only for a reader that keeps the last value of each key: the log holds "
            + read.size()
            + " records of the key until compaction",
        seen);
  }

  Answer halfOpenEnded() throws SinkException, InterruptedException {
    Transcript said = new Transcript();
    say(List.of("connections.max.idle.ms", "transaction.max.timeout.ms"), said);
    return Answer.notAsked(
        "nothing hangs on a connection: a transaction ends by its own time-out", said);
  }

  /** What the brokers say of themselves. */
  Transcript durability() throws SinkException, InterruptedException {
    Transcript said = new Transcript();
    say(
        List.of("default.replication.factor", "min.insync.replicas", "log.flush.interval.messages"),
        said);
    return said;
  }

  private void say(List<String> settings, Transcript said)
      throws SinkException, InterruptedException {
    Collection<Node> nodes =
        target
            .cluster()
            .await("list the brokers", target.cluster().admin().describeCluster().nodes());
    String broker = nodes.iterator().next().idString();
    ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, broker);
    said.sent("admin", "DescribeConfigs broker " + broker);
    Map<ConfigResource, Config> configs =
        target
            .cluster()
            .await(
                "ask for the settings",
                target.cluster().admin().describeConfigs(List.of(resource)).all());
    for (String setting : settings) {
      Config config = configs.get(resource);
      ConfigEntry entry = config == null ? null : config.get(setting);
      said.answered("admin", setting + " = " + (entry == null ? "not told" : entry.value()));
    }
  }
}
