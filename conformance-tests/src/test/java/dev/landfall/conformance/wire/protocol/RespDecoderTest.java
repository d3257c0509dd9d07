package dev.landfall.conformance.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Access;
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
}
