package dev.landfall.conformance.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Access;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RespDecoderTest {
  private final Decoder decoder = WireProtocol.RESP.decoder(address -> address);

  private static Bytes bytes(String text) {
    Bytes bytes = new Bytes();
    byte[] array = text.getBytes(StandardCharsets.ISO_8859_1);
    bytes.add(array, array.length);
    return bytes;
  }

  @Test
  void eachCommandOfAPipeline_isARequest() {
    Bytes sent =
        bytes("*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$4\r\ns0:3\r\n*2\r\n$3\r\nDEL\r\n$1\r\nk\r\n");

    Request set = decoder.request(sent).orElseThrow();
    Request delete = decoder.request(sent).orElseThrow();

    assertThat(set.verb()).isEqualTo("Set");
    assertThat(set.name()).isEqualTo("k");
    assertThat(set.access()).isEqualTo(Access.PUT);
    assertThat(delete.verb()).isEqualTo("Del");
    assertThat(sent.size()).isZero();
  }

  @Test
  void halfACommand_isLeft() {
    assertThat(decoder.request(bytes("*2\r\n$3\r\nDEL\r\n$1\r\n"))).isEmpty();
  }

  @Test
  void startUp_isNotCounted() {
    Request hello = decoder.request(bytes("*2\r\n$5\r\nHELLO\r\n$1\r\n3\r\n")).orElseThrow();

    assertThat(hello.kind()).isEqualTo(Request.Kind.NOISE);
  }

  @Test
  void nestedReply_isWhole_andAnErrorIsTold() {
    Bytes received = bytes("*2\r\n%1\r\n+a\r\n:1\r\n$-1\r\n-OOM no\r\n");

    Reply nested = decoder.reply(received).orElseThrow();
    Reply error = decoder.reply(received).orElseThrow();

    assertThat(nested.error()).isEmpty();
    assertThat(error.error()).isEqualTo("OOM no");
    assertThat(received.size()).isZero();
  }

  /** Every address of the cluster is told as the proxy's one, one port further. */
  private final Decoder before =
      WireProtocol.RESP.decoder(
          address ->
              new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort() + 1));

  private static final String MAP =
      lines(
          """
          *2
          *4
          :0
          :8191
          *4
          $8
          10.0.0.1
          :7000
          $2
          id
          *2
          $8
          hostname
          $1
          h
          *4
          $8
          10.0.0.2
          :9999
          $2
          ie
          *0
          *3
          :8192
          :16383
          *3
          $8
          10.0.0.2
          :7000
          $2
          if
          """);

  private static final String ROUTED =
      lines(
          """
          *2
          *4
          :0
          :8191
          *4
          $9
          127.0.0.1
          :7001
          $2
          id
          *2
          $8
          hostname
          $1
          h
          *4
          $9
          127.0.0.1
          :10000
          $2
          ie
          *0
          *3
          :8192
          :16383
          *3
          $9
          127.0.0.1
          :7001
          $2
          if
          """);

  private static String lines(String text) {
    return text.replace("\n", "\r\n");
  }

  @Test
  void nodesOfACluster_areToldAsTheProxysAddresses() {
    Bytes sent = bytes("*2\r\n$7\r\nCLUSTER\r\n$5\r\nSLOTS\r\n");
    Request asked = before.request(sent).orElseThrow();

    String told = text(before, ":7\r\n");
    String map = text(before, MAP);

    assertThat(asked.kind()).isEqualTo(Request.Kind.NOISE);
    assertThat(told).isEqualTo(":7\r\n");
    assertThat(map).isEqualTo(ROUTED);
  }

  @Test
  void whatLooksLikeAMap_andIsNone_isLeftAsItIs() {
    assertThat(text(before, MAP)).isEqualTo(MAP);
  }

  @Test
  void redirections_leadToTheProxy() {
    assertThat(text(before, "-MOVED 3999 10.0.0.2:7000\r\n"))
        .isEqualTo("-MOVED 3999 127.0.0.1:7001\r\n");
    assertThat(text(before, "-ASK 3999 10.0.0.2:9999\r\n"))
        .isEqualTo("-ASK 3999 127.0.0.1:10000\r\n");
    assertThat(text(before, "-TRYAGAIN at 10.0.0.2:9999\r\n"))
        .isEqualTo("-TRYAGAIN at 10.0.0.2:9999\r\n");
  }

  private static String text(Decoder decoder, String received) {
    Reply reply = decoder.reply(bytes(received)).orElseThrow();
    return new String(reply.bytes(), StandardCharsets.ISO_8859_1);
  }
}
