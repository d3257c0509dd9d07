package dev.landfall.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.stores.junit.RealStores;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The listeners and options of a Kafka. */
@RealStores
final class KafkaStoreIT {
  @Test
  void advertisesThePortOfAProxyBesideItsOwn() throws Exception {
    int port = Stores.claimPort();
    try (KafkaStore kafka = Stores.kafka().proxiedBy(port).own().start();
        Forwarder proxy = new Forwarder(port, kafka.proxyTargets().get(0))) {
      String proxied = kafka.proxiedBootstrapServers().orElseThrow();
      assertThat(proxied).isEqualTo("127.0.0.1:" + port);

      Scenario.produce(kafka.bootstrapServers(), Map.of(), "direct");
      assertThat(proxy.connections()).isZero();
      Scenario.produce(proxied, Map.of(), "proxied");

      // The bootstrap connection, and the one to the broker that the metadata names.
      assertThat(proxy.connections()).isGreaterThanOrEqualTo(2);
      assertThat(Scenario.consume(kafka.bootstrapServers()))
          .isEqualTo(new TreeSet<>(Set.of("direct", "proxied")));
    }
  }

  @Test
  void speaksTlsWithTheTestCertificate() throws Exception {
    try (KafkaStore kafka = Stores.kafka().tls().own().start()) {
      Store.Trust trust = kafka.trust().orElseThrow();
      Map<String, Object> secure =
          Map.of(
              "security.protocol",
              "SSL",
              "ssl.truststore.type",
              "PKCS12",
              "ssl.truststore.location",
              trust.trustStore().toString(),
              "ssl.truststore.password",
              trust.trustStorePassword());

      Scenario.produce(kafka.tlsBootstrapServers().orElseThrow(), secure, "secure");

      assertThat(Scenario.consume(kafka.bootstrapServers())).containsExactly("secure");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void formatsWithTheTransactionVersionAskedFor(int level) throws Exception {
    try (KafkaStore kafka = Stores.kafka().transactionVersion(level).own().start();
        Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      var finalized =
          admin.describeFeatures().featureMetadata().get(30, TimeUnit.SECONDS).finalizedFeatures();

      // Level 0 is told by absence.
      int actual =
          finalized.containsKey("transaction.version")
              ? finalized.get("transaction.version").maxVersionLevel()
              : 0;
      assertThat(actual).isEqualTo(level);
    }
  }

  @Test
  void limitsTheTimeoutOfTransactions() {
    Duration limit = Duration.ofSeconds(7);
    try (KafkaStore kafka = Stores.kafka().transactionMaxTimeout(limit).own().start();
        var producer =
            new KafkaProducer<>(
                Map.of(
                    "bootstrap.servers",
                    kafka.bootstrapServers(),
                    "transactional.id",
                    "t",
                    "transaction.timeout.ms",
                    8_000),
                new StringSerializer(),
                new StringSerializer())) {
      assertThatThrownBy(producer::initTransactions)
          .hasMessageContaining("larger than the maximum value allowed by the broker");
    }
  }
}
