package dev.landfall.source.kafka;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Partitions as splits. Where each goes on is in the checkpoint and nowhere else: no consumer joins
 * a group, so nobody else can move a position. Thread-safe; a reader is used by one thread.
 */
final class KafkaSource implements Source {
  private static final Duration LOOK = Duration.ofSeconds(10);

  private final KafkaSourceConfiguration configuration;
  private final String pipeline;
  private final HostTime time;

  /** Guards everything below. */
  private final Object lock = new Object();

  private @Nullable Admin admin;

  /** The splits of the first look; empty before it. */
  private @Nullable Set<String> first;

  private boolean continued;

  KafkaSource(KafkaSourceConfiguration configuration, SourceContext context) {
    this.configuration = configuration;
    this.pipeline = context.pipeline();
    this.time = context.time();
  }

  KafkaSourceConfiguration configuration() {
    return configuration;
  }

  HostTime time() {
    return time;
  }

  @Override
  public Replay replay() {
    return Replay.REPLAYABLE;
  }

  @Override
  public List<Finding> preflight() throws InterruptedException {
    List<Finding> findings = new ArrayList<>();
    try {
      admin().describeCluster().clusterId().get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      if (splits().isEmpty()) {
        findings.add(
            Finding.warning(
                "no topic matches '" + configuration.topicPattern().orElse("") + "' yet",
                "new topics are looked for while running"));
      }
    } catch (ExecutionException | TimeoutException e) {
      findings.add(
          Finding.error(
              "no broker answers at '"
                  + configuration.bootstrapServers()
                  + "' within "
                  + LOOK.toSeconds()
                  + " s",
              "correct bootstrap-servers, and security.protocol in 'properties'"));
    } catch (SourceException e) {
      findings.add(Finding.error(e.getMessage(), "create the topic, or correct 'topics'"));
    }
    return findings;
  }

  @Override
  public Set<String> splits() throws SourceException, InterruptedException {
    Set<String> splits = new TreeSet<>();
    for (TopicDescription topic : describe(topics())) {
      for (int partition = 0; partition < topic.partitions().size(); partition++) {
        splits.add(TopicSplit.name(new TopicPartition(topic.name(), partition)));
      }
    }
    synchronized (lock) {
      if (first == null) {
        first = new HashSet<>(splits);
      }
    }
    return splits;
  }

  private Collection<String> topics() throws SourceException, InterruptedException {
    if (configuration.topicPattern().isEmpty()) {
      return configuration.topics();
    }
    Pattern pattern = Pattern.compile(configuration.topicPattern().get());
    return await("list topics", admin().listTopics().names()).stream()
        .filter(name -> pattern.matcher(name).matches())
        .toList();
  }

  private Collection<TopicDescription> describe(Collection<String> topics)
      throws SourceException, InterruptedException {
    return await("describe topics " + topics, admin().describeTopics(topics).allTopicNames())
        .values();
  }

  /** The id of a topic, which one of the same name that is made later does not have. */
  String topicId(String topic) throws SourceException, InterruptedException {
    return describe(List.of(topic)).iterator().next().topicId().toString();
  }

  /** Says that a checkpoint is continued. */
  void continued() {
    synchronized (lock) {
      continued = true;
    }
  }

  /**
   * Whether a split without a position may be entered at the start that the configuration names.
   * One that came while running, or since the checkpoint, is read from its beginning: a start at
   * its end would skip what was written before it was found.
   */
  boolean isNew(String split) {
    synchronized (lock) {
      return !continued && (first == null || first.contains(split));
    }
  }

  private <T> T await(String what, KafkaFuture<T> future)
      throws SourceException, InterruptedException {
    try {
      return future.get(configuration.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw Failures.of(what, e);
    }
  }

  @Override
  public SourceReader reader() throws SourceException, InterruptedException {
    try {
      return new KafkaSourceReader(
          this,
          new KafkaConsumer<>(
              ConsumerProperties.consumer(configuration, pipeline),
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer()));
    } catch (KafkaException e) {
      throw Failures.of("make a consumer", e);
    }
  }

  private Admin admin() throws SourceException, InterruptedException {
    synchronized (lock) {
      if (admin == null) {
        try {
          admin = Admin.create(ConsumerProperties.admin(configuration, pipeline));
        } catch (KafkaException e) {
          throw Failures.of("make an admin client", e);
        }
      }
      return admin;
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      if (admin != null) {
        admin.close(Duration.ZERO);
        admin = null;
      }
    }
  }
}
