package dev.landfall.stores;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.stores.junit.RealStores;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** Options of Redis, its program from Maven, and the fail-over of a cluster. */
@RealStores
final class RedisStoreIT {
  private static final Duration FAILOVER_BOUND = Duration.ofSeconds(30);

  @AfterEach
  void clear() {
    System.clearProperty("landfall.redis.server");
  }

  @Test
  void handsArgumentsToTheServer() {
    try (RedisStore redis = Stores.redis().args("--maxmemory", "16mb").own().start();
        RedisClient client = RedisClient.create(URI.create(redis.url()))) {
      assertThat(client.info("memory")).contains("maxmemory:" + 16 * 1024 * 1024);
    }
  }

  @Test
  void speaksTlsWithTheTestCertificate() throws Exception {
    try (RedisStore redis = Stores.redis().tls().own().start()) {
      URI secure = URI.create(redis.tlsUrl().orElseThrow());
      SSLContext context = context(redis.trust().orElseThrow());

      try (SSLSocket socket =
          (SSLSocket) context.getSocketFactory().createSocket(secure.getHost(), secure.getPort())) {
        socket.setSoTimeout(10_000);
        socket.getOutputStream().write("PING\r\n".getBytes(UTF_8));
        assertThat(new String(socket.getInputStream().readNBytes(7), UTF_8)).isEqualTo("+PONG\r\n");
      }
    }
  }

  @Test
  void runsTheServerFromMavenWhereTheMachineHasNone() throws Exception {
    System.setProperty("landfall.redis.server", "maven");

    try (Store cluster = Stores.redisCluster().replicas(0).own().start()) {
      Scenario.REDIS_CLUSTER.write(cluster, "value");
      cluster.kill();
      cluster.restart();
      assertThat(Scenario.REDIS_CLUSTER.read(cluster)).containsExactly("value");
    }
  }

  @Test
  void promotesAReplicaWhenItsMasterIsKilled() throws Exception {
    try (RedisStore redis = Stores.redisCluster().own().start()) {
      Scenario.REDIS_CLUSTER.write(redis, "value");

      redis.servers().kill(2);
      Endpoint replica = redis.nodes().get(5);
      assertThat(Deadline.in(FAILOVER_BOUND).await(() -> isMaster(replica))).isTrue();
    }
  }

  private static boolean isMaster(Endpoint endpoint) {
    try (RespClient node = RespClient.connect(endpoint)) {
      return node.call("INFO", "replication").contains("role:master");
    }
  }

  private static SSLContext context(Store.Trust trust) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(trust.trustStore())) {
      store.load(in, trust.trustStorePassword().toCharArray());
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }
}
