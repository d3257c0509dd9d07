package dev.landfall.sink.kafka;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;

/**
 * Looks for everything that is missing at the brokers, before the first write (SI-6, T-9). One
 * thread at a time.
 */
final class Preflight {
  private static final Duration LOOK = Duration.ofSeconds(10);

  private final Clients clients;
  private final KafkaConfiguration configuration;
  private final List<Finding> findings = new ArrayList<>();

  Preflight(Clients clients) {
    this.clients = clients;
    this.configuration = clients.configuration();
  }

  /** Every finding; without a broker that one alone. */
  List<Finding> check(PipelineTerms terms) throws InterruptedException {
    if (!reached()) {
      return findings;
    }
    checkMode(terms);
    Optional<String> topic = configuration.topic();
    if (topic.isPresent()) {
      attempt(
          () -> checkTopic(topic.get()),
          "kafka-acls.sh --add --operation Describe --operation Write --operation Read --topic "
              + topic.get());
    }
    if (configuration.mode() == KafkaMode.EXACTLY_ONCE) {
      attempt(() -> checkTimeouts(terms), "see that the brokers answer");
      checkTransactionRights();
      attempt(this::checkInternalTopics, "see that the brokers answer");
    }
    return findings;
  }

  private interface Check {
    void run() throws SinkException, InterruptedException;
  }

  /** One check that cannot be made keeps no other from being made: all is told at once (SI-6). */
  private void attempt(Check check, String remedy) throws InterruptedException {
    try {
      check.run();
    } catch (SinkException e) {
      error(e.getMessage(), remedy);
    }
  }

  private boolean reached() throws InterruptedException {
    try {
      return isReachable();
    } catch (SinkException e) {
      error(e.getMessage(), "see that the brokers answer, and that the user has the rights");
      return false;
    }
  }

  private boolean isReachable() throws SinkException, InterruptedException {
    try {
      clients
          .cluster()
          .admin()
          .describeCluster()
          .clusterId()
          .get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      Throwable cause = Failures.unwrapped(e);
      error(
          "no broker answers at '"
              + configuration.bootstrapServers()
              + "' within "
              + LOOK.toSeconds()
              + " s: "
              + cause.getClass().getSimpleName(),
          "correct bootstrap-servers, and security.protocol in 'properties'");
      return false;
    }
  }

  private void checkMode(PipelineTerms terms) {
    if (configuration.mode() == KafkaMode.UPSERT && !terms.keyed()) {
      error("records have no key, and mode upsert writes by key", "set 'key:' in the pipeline");
    }
    if (!Guarantee.Level.EXACTLY_ONCE.covers(terms.guarantee())) {
      error("the pipeline asks for " + terms.guarantee(), "ask for exactly-once or less");
    }
  }

  private void checkTopic(String name) throws SinkException, InterruptedException {
    Optional<TopicDescription> topic = clients.topics().describe(name);
    if (topic.isPresent()) {
      checkRights(topic.get());
      checkCopies(topic.get());
    } else if (configuration.createTopic().isEmpty()) {
      error(
          "topic '" + name + "' is not there",
          "kafka-topics.sh --create --topic " + name + ", or set 'create-topic: {}'");
    } else {
      clients
          .topics()
          .refusal(name, configuration.createTopic().get())
          .ifPresent(
              why ->
                  error(
                      "topic '" + name + "' is not there and cannot be created: " + why,
                      "correct 'topic' and 'create-topic', or create it by hand"));
    }
  }

  private void checkRights(TopicDescription topic) {
    requireRight(topic, AclOperation.WRITE, "write to topic '" + topic.name() + "'", "Write");
    if (configuration.mode() == KafkaMode.EXACTLY_ONCE) {
      // The confirmation is an offset of it, and the broker lets only readers commit offsets.
      requireRight(
          topic,
          AclOperation.READ,
          "read topic '" + topic.name() + "', and so not confirm by an offset of it",
          "Read");
    }
  }

  private void requireRight(
      TopicDescription topic, AclOperation operation, String what, String name) {
    Set<AclOperation> allowed = topic.authorizedOperations();
    if (allowed != null && !allowed.isEmpty() && !allowed.contains(operation)) {
      error(
          "the user may not " + what,
          "kafka-acls.sh --add --operation " + name + " --topic " + topic.name());
    }
  }

  private void checkCopies(TopicDescription topic) throws SinkException, InterruptedException {
    int copies =
        topic.partitions().stream()
            .map(TopicPartitionInfo::replicas)
            .mapToInt(List::size)
            .min()
            .orElse(1);
    Optional<Config> config =
        clients.topics().config(new ConfigResource(ConfigResource.Type.TOPIC, topic.name()));
    long inSync = Topics.number(config, "min.insync.replicas").orElse(1L);
    String of = "topic '" + topic.name() + "' ";
    if (copies == 1) {
      warning(of + "has 1 copy", "with its broker all is lost; replication factor 3");
    } else if (inSync < 2) {
      warning(
          of + "has min.insync.replicas " + inSync + " of " + copies + " copies",
          "an acknowledged record may be on one broker alone; set it to 2");
    }
    if (inSync > copies) {
      error(of + "asks for " + inSync + " copies in sync and has " + copies, "lower it");
    }
    if (Topics.text(config, "unclean.leader.election.enable").orElse("").equals("true")) {
      warning(of + "allows unclean leaders", "they lose acknowledged records; set it to false");
    }
    boolean compacted = Topics.text(config, "cleanup.policy").orElse("").contains("compact");
    if (configuration.mode() == KafkaMode.UPSERT && !compacted) {
      warning(
          of + "is not compacted",
          "old values are kept, and with retention the newest go as well; cleanup.policy=compact");
    }
  }

  private void checkTimeouts(PipelineTerms terms) throws SinkException, InterruptedException {
    Optional<Duration> most = clients.topics().transactionMaxTimeout();
    Duration timeout = clients.transactionTimeout();
    if (most.isPresent() && timeout.compareTo(most.get()) > 0) {
      error(
          "transaction-timeout is " + timeout + ", and the brokers allow " + most.get(),
          "set transaction.max.timeout.ms=" + timeout.toMillis() + " on every broker, or lower it");
      return;
    }
    Duration needed = terms.checkpointInterval().plus(terms.toleratedDowntime());
    if (timeout.compareTo(needed) < 0) {
      error(
          "the brokers abort a transaction after "
              + timeout
              + ", and checkpoint interval and tolerated downtime need "
              + needed
              + " (T-9)",
          "set transaction.max.timeout.ms="
              + needed.toMillis()
              + " or more on every broker and 'transaction-timeout: "
              + needed.toSeconds()
              + "s' here, or lower 'tolerated-downtime'");
    }
  }

  /** Initialises an id that never holds a transaction: what a writer does first. */
  private void checkTransactionRights() throws InterruptedException {
    String probe = Names.probe(clients.context().sink());
    String prefix = Names.prefix(clients.context().sink());
    try {
      clients.cluster().fence(List.of(probe));
      clients.cluster().transactions(clients.context().sink());
    } catch (SinkException e) {
      refused(
          e,
          "kafka-acls.sh --add --operation Write --operation Describe --transactional-id "
              + prefix
              + " --resource-pattern-type prefixed");
    }
    try {
      clients.cluster().confirmed(clients.context().sink().writer(0));
    } catch (SinkException e) {
      refused(
          e,
          "kafka-acls.sh --add --operation Read --operation Describe --group "
              + prefix
              + " --resource-pattern-type prefixed");
    }
  }

  /** A broker that is slow or away is no right that is missing. */
  private void refused(SinkException error, String right) {
    boolean away = error instanceof StoreUnavailableException;
    error(error.getMessage(), away ? "see that the brokers answer" : right);
  }

  /** Confirmations and transactions live there; with one copy their proof dies with a broker. */
  private void checkInternalTopics() throws SinkException, InterruptedException {
    Optional<Config> broker = clients.topics().broker();
    for (String key :
        List.of("transaction.state.log.replication.factor", "offsets.topic.replication.factor")) {
      if (Topics.number(broker, key).orElse(3L) == 1) {
        warning(
            key + " is 1 at the brokers", "with that broker every prepared transaction is lost");
      }
    }
  }

  private void error(String what, String remedy) {
    findings.add(Finding.error(what, remedy));
  }

  private void warning(String what, String remedy) {
    findings.add(Finding.warning(what, remedy));
  }
}
