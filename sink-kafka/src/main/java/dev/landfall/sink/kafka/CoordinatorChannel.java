package dev.landfall.sink.kafka;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.BootstrapConfiguration;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.ManualMetadataUpdater;
import org.apache.kafka.clients.MetadataRecoveryStrategy;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.NetworkClientUtils;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.message.EndTxnRequestData;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ChannelBuilder;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.EndTxnRequest;
import org.apache.kafka.common.requests.EndTxnResponse;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;

/**
 * Ends a transaction of another producer, dead or alive: EndTxn with the producer id and epoch of
 * the committable. One thread at a time.
 *
 * <p>This is the only class that touches what kafka-clients does not publish: its request classes
 * and its {@link NetworkClient}, which brings TLS and SASL along. There is no public call for it:
 * those of KIP-939 are not in 4.4. {@link #requireKnownClient} refuses any client whose minor
 * release was not tried, and the tests of this module fail when a class has moved.
 */
final class CoordinatorChannel implements AutoCloseable {
  /** How a transaction is to end. */
  enum End {
    COMMIT,
    ABORT
  }

  /** The first release line in which every class used here was found and tried, with its bound. */
  static final String KNOWN_CLIENT = "4.4.";

  private static final String CLIENT_ID_SUFFIX = "-commit";
  private static final int LAST_VERSION_OF_PROTOCOL_1 = 4;

  private final NetworkClient client;
  private final Metrics metrics;
  private final Duration bound;
  private final String clientId;

  private CoordinatorChannel(
      NetworkClient client, Metrics metrics, Duration bound, String clientId) {
    this.client = client;
    this.metrics = metrics;
    this.bound = bound;
    this.clientId = clientId;
  }

  /**
   * Opens a channel; connects at the first call.
   *
   * @param properties as for an admin client, TLS and SASL included
   * @throws SinkException if the client on the class path is another than the one that was tried
   */
  static CoordinatorChannel open(Map<String, Object> properties, String clientId, Duration bound)
      throws SinkException {
    requireKnownClient(clientVersion());
    AdminClientConfig config = new AdminClientConfig(properties);
    LogContext log = new LogContext("[" + clientId + CLIENT_ID_SUFFIX + "] ");
    Metrics metrics = new Metrics(Time.SYSTEM);
    ChannelBuilder channels = ClientUtils.createChannelBuilder(config, Time.SYSTEM, log);
    Selector selector =
        new Selector(
            config.getLong(AdminClientConfig.CONNECTIONS_MAX_IDLE_MS_CONFIG),
            metrics,
            Time.SYSTEM,
            "landfall-commit",
            channels,
            log);
    NetworkClient client =
        new NetworkClient(
            selector,
            new ManualMetadataUpdater(),
            clientId + CLIENT_ID_SUFFIX,
            1,
            config.getLong(AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG),
            config.getLong(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG),
            config.getInt(AdminClientConfig.SEND_BUFFER_CONFIG),
            config.getInt(AdminClientConfig.RECEIVE_BUFFER_CONFIG),
            Math.toIntExact(bound.toMillis()),
            config.getLong(AdminClientConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG),
            config.getLong(AdminClientConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG),
            Time.SYSTEM,
            true, // ask each broker which versions it speaks
            new ApiVersions(),
            log,
            MetadataRecoveryStrategy.NONE,
            BootstrapConfiguration.DISABLED,
            false);
    return new CoordinatorChannel(client, metrics, bound, clientId);
  }

  /** Refuses a client that this class was not tried with: its internals move between releases. */
  static void requireKnownClient(String version) throws SinkException {
    if (!version.startsWith(KNOWN_CLIENT)) {
      throw new SinkException(
          "Cannot end transactions with kafka-clients "
              + version
              + ": expected "
              + KNOWN_CLIENT
              + "x, whose request classes this release was tried with"
              + " (put that version on the class path, or into the connector's plugin directory)");
    }
  }

  static String clientVersion() throws SinkException {
    Properties properties = new Properties();
    try (InputStream in =
        NetworkClient.class.getResourceAsStream("/kafka/kafka-version.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new SinkException("Cannot read the version of kafka-clients: " + e.getMessage(), e);
    }
    return properties.getProperty("version", "unknown");
  }

  /**
   * Sends EndTxn and returns the coordinator's answer.
   *
   * @param coordinator the broker that coordinates the id
   * @throws StoreUnavailableException if no answer came: the order may have been carried out
   */
  Errors endTransaction(PreparedTransaction transaction, End end, Node coordinator)
      throws SinkException {
    EndTxnRequestData data =
        new EndTxnRequestData()
            .setTransactionalId(transaction.transactionalId())
            .setProducerId(transaction.producerId())
            .setProducerEpoch(transaction.epoch())
            .setCommitted(end == End.COMMIT);
    EndTxnRequest.Builder request =
        new EndTxnRequest.Builder(data, transaction.protocol() == Protocol.TWO);
    try {
      if (!NetworkClientUtils.awaitReady(client, coordinator, Time.SYSTEM, bound.toMillis())) {
        throw new IOException("no connection within " + bound);
      }
      ClientResponse response =
          NetworkClientUtils.sendAndReceive(
              client,
              client.newClientRequest(
                  coordinator.idString(), request, Time.SYSTEM.milliseconds(), true),
              Time.SYSTEM);
      return answer(response, transaction);
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "Cannot "
              + end
              + " "
              + transaction
              + ": no answer from its coordinator "
              + coordinator
              + ": "
              + e.getMessage(),
          e);
    } catch (AuthenticationException e) {
      throw new SinkException(
          "Cannot " + end + " " + transaction + ": " + coordinator + " refuses: " + e.getMessage(),
          e);
    }
  }

  private static Errors answer(ClientResponse response, PreparedTransaction transaction)
      throws SinkException {
    if (response.versionMismatch() != null) {
      throw new SinkException(
          "Cannot end "
              + transaction
              + ": the coordinator speaks no EndTxn that fits protocol "
              + transaction.protocol().number()
              + " (do not downgrade brokers while transactions are prepared)",
          response.versionMismatch());
    }
    requireProtocol(response, transaction);
    return ((EndTxnResponse) response.responseBody()).error();
  }

  /**
   * The builder chooses the version; a transaction ended by the other protocol cannot be mended.
   */
  private static void requireProtocol(ClientResponse response, PreparedTransaction transaction) {
    boolean two = response.requestHeader().apiVersion() > LAST_VERSION_OF_PROTOCOL_1;
    if (two != (transaction.protocol() == Protocol.TWO)) {
      throw new IllegalStateException(
          transaction + " was ended by EndTxn " + response.requestHeader().apiVersion());
    }
  }

  @Override
  public void close() {
    client.close();
    metrics.close();
  }

  @Override
  public String toString() {
    return clientId;
  }
}
