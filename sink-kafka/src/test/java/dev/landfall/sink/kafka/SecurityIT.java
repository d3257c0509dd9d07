package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.config.Secret;
import dev.landfall.stores.KafkaStore;
import dev.landfall.stores.Store;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;

/** A broker that asks for a password over TLS, and whose users may do what was granted only. */
class SecurityIT {
  private static final PipelineTerms TERMS =
      new PipelineTerms(
          Guarantee.Level.EXACTLY_ONCE, Duration.ofSeconds(10), Duration.ofMinutes(5), 1, true);
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\""
          + " password=\"%s\"%s;";

  @Test
  void SI_6_missingRightsAreNamedBeforeTheFirstWrite_andWithThemAnotherProcessCommits()
      throws Exception {
    try (KafkaStore broker = broker();
        Lab lab = new Lab(broker)) {
      KafkaConfiguration writer = configuration(broker, lab.topic, "writer-secret");
      try (TransactionalSink sink = open(writer, lab)) {
        List<String> missing = errors(sink);
        assertThat(missing)
            .anyMatch(one -> one.contains("topic '" + lab.topic + "'"))
            .anyMatch(one -> one.contains("--transactional-id landfall." + lab.sink.pipeline()))
            .anyMatch(one -> one.contains("--group landfall." + lab.sink.pipeline()));
        assertThat(missing).noneMatch(one -> one.contains("writer-secret"));
        assertThatThrownBy(
                () ->
                    sink.writer(lab.sink.writer(0), new Generation(1), lab.rejections)
                        .begin(lab.interval(1, 1)))
            .isInstanceOf(SinkException.class);

        grant(lab);

        assertThat(errors(sink)).isEmpty();
      }
      Committable prepared;
      try (TransactionalSink sink = open(writer, lab);
          TransactionWriter writes =
              sink.writer(lab.sink.writer(0), new Generation(2), lab.rejections)) {
        prepared = Lab.prepared(writes, lab.interval(2, 1), "guarded");
      }
      try (TransactionalSink other = open(writer, lab);
          Committer committer = other.committer()) {
        assertThat(committer.commit(prepared)).isEqualTo(CommitOutcome.committed());
        assertThat(committer.commit(prepared).kind())
            .isEqualTo(CommitOutcome.Kind.ALREADY_COMMITTED);
      }
      assertThat(lab.visible()).containsExactly("guarded");
    }
  }

  @Test
  void SI_9_aWrongPassword_isToldWithoutIt() throws Exception {
    try (KafkaStore broker = broker();
        Lab lab = new Lab(broker);
        TransactionalSink sink = open(configuration(broker, lab.topic, "not-the-secret"), lab)) {
      assertThat(errors(sink)).isNotEmpty().noneMatch(one -> one.contains("not-the-secret"));
    }
  }

  /** The observer comes by the plain listener, where everybody is a super user. */
  private static KafkaStore broker() {
    return Brokers.builder(Protocol.TWO)
        .tls()
        .property(
            "listener.security.protocol.map",
            "DIRECT:PLAINTEXT,CONTROLLER:PLAINTEXT,PROXIED:PLAINTEXT,TLS:SASL_SSL")
        .property("sasl.enabled.mechanisms", "PLAIN")
        .property(
            "listener.name.tls.plain.sasl.jaas.config",
            LOGIN.formatted("broker", "broker-secret", " user_writer=\"writer-secret\""))
        .property(
            "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
        .property("super.users", "User:ANONYMOUS")
        .start();
  }

  private static KafkaConfiguration configuration(
      KafkaStore broker, String topic, String password) {
    Store.Trust trust = broker.trust().orElseThrow();
    KafkaConfiguration plain =
        Settings.of(
            broker.tlsBootstrapServers().orElseThrow(),
            "topic",
            topic,
            "request-timeout",
            "10s",
            "properties",
            Map.of(
                "security.protocol", "SASL_SSL",
                "sasl.mechanism", "PLAIN",
                "ssl.truststore.type", "PKCS12",
                "ssl.truststore.location", trust.trustStore().toString()));
    return Settings.withSecrets(
        plain,
        Map.of(
            "ssl.truststore.password",
            Secret.of(trust.trustStorePassword()),
            "sasl.jaas.config",
            Secret.of(LOGIN.formatted("writer", password, ""))));
  }

  private static TransactionalSink open(KafkaConfiguration configuration, Lab lab)
      throws SinkException {
    return (TransactionalSink) new KafkaSinkProvider().open(configuration, Contexts.of(lab.sink));
  }

  private static List<String> errors(TransactionalSink sink) throws InterruptedException {
    return sink.preflight(TERMS).stream()
        .filter(one -> one.severity() == Finding.Severity.ERROR)
        .map(one -> one.what() + " (" + one.remedy() + ")")
        .toList();
  }

  /** What docs/sink-kafka.md lists, and nothing more. */
  private static void grant(Lab lab) {
    String prefix = "landfall." + lab.sink.pipeline() + "." + lab.sink.sink() + ".";
    ResourcePattern topic = new ResourcePattern(ResourceType.TOPIC, lab.topic, PatternType.LITERAL);
    ResourcePattern ids =
        new ResourcePattern(ResourceType.TRANSACTIONAL_ID, prefix, PatternType.PREFIXED);
    ResourcePattern groups = new ResourcePattern(ResourceType.GROUP, prefix, PatternType.PREFIXED);
    ResourcePattern cluster =
        new ResourcePattern(ResourceType.CLUSTER, "kafka-cluster", PatternType.LITERAL);
    List<AclBinding> rights =
        List.of(
            right(topic, AclOperation.WRITE),
            right(topic, AclOperation.DESCRIBE),
            // An offset of a topic is committed by who may read it: the confirmation is one.
            right(topic, AclOperation.READ),
            right(topic, AclOperation.DESCRIBE_CONFIGS),
            right(cluster, AclOperation.DESCRIBE_CONFIGS),
            right(ids, AclOperation.WRITE),
            right(ids, AclOperation.DESCRIBE),
            right(groups, AclOperation.READ),
            right(groups, AclOperation.DESCRIBE));
    Observer.get(
        () ->
            lab.observer
                .admin
                .createAcls(rights)
                .all()
                .get(30, java.util.concurrent.TimeUnit.SECONDS));
  }

  private static AclBinding right(ResourcePattern resource, AclOperation operation) {
    return new AclBinding(
        resource, new AccessControlEntry("User:writer", "*", operation, AclPermissionType.ALLOW));
  }
}
