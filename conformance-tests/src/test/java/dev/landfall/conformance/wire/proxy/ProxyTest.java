package dev.landfall.conformance.wire.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.wire.protocol.WireProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ProxyTest {
  private static final long PATIENCE_MILLIS = 10_000;

  private final Mailbox mailbox = new Mailbox();
  private ServerSocket server;
  private Proxy proxy;
  private Socket client;
  private Socket store;

  @BeforeEach
  void connect() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    proxy = Proxy.open(WireProtocol.TURNS, 1, mailbox, new Transcript());
    InetSocketAddress proxied =
        proxy.route(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
    client = new Socket(proxied.getAddress(), proxied.getPort());
    store = server.accept();
    store.setSoTimeout(300);
  }

  @AfterEach
  void disconnect() throws IOException {
    proxy.close();
    client.close();
    store.close();
    server.close();
  }

  private Arrival.Held asked() throws Exception {
    client.getOutputStream().write("question".getBytes(StandardCharsets.UTF_8));
    return (Arrival.Held) mailbox.poll(PATIENCE_MILLIS);
  }

  @Test
  void request_isHeld_untilItIsForwarded() throws Exception {
    Arrival.Held held = asked();
    assertThat(store.getInputStream().available()).isZero();

    held.forward();

    assertThat(store.getInputStream().readNBytes(8))
        .isEqualTo("question".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void reply_isHeld_untilItIsForwarded() throws Exception {
    Arrival.Held held = asked();
    held.forward();
    store.getInputStream().readNBytes(8);
    store.getOutputStream().write("answer".getBytes(StandardCharsets.UTF_8));

    Arrival.Answer answer = (Arrival.Answer) mailbox.poll(PATIENCE_MILLIS);
    assertThat(answer.held()).isSameAs(held);
    assertThat(client.getInputStream().available()).isZero();
    answer.forward();

    assertThat(client.getInputStream().readNBytes(6))
        .isEqualTo("answer".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void half_arrives_andNoMore() throws Exception {
    asked().forwardHalf();

    assertThat(store.getInputStream().readNBytes(4))
        .isEqualTo("ques".getBytes(StandardCharsets.UTF_8));
    assertThat(store.getInputStream().available()).isZero();
  }

  @Test
  void ghost_arrives_afterItsClientIsGone() throws Exception {
    Arrival.Held held = asked();
    held.link().keepOpen();
    client.close();

    assertThat(held.link().isKept()).isTrue();
    assertThat(held.forward()).isTrue();
    assertThat(store.getInputStream().readNBytes(8))
        .isEqualTo("question".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void clientThatGoes_endsItsConnectionToTheStore() throws Exception {
    store.setSoTimeout((int) PATIENCE_MILLIS);
    client.close();

    assertThat(store.getInputStream().read()).isEqualTo(-1);
  }
}
