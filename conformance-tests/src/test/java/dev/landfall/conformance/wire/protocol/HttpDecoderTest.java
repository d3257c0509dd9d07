package dev.landfall.conformance.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Access;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HttpDecoderTest {
  private final Decoder decoder = WireProtocol.HTTP.decoder(address -> address);

  private static Bytes bytes(String text) {
    Bytes bytes = new Bytes();
    byte[] array = text.getBytes(StandardCharsets.ISO_8859_1);
    bytes.add(array, array.length);
    return bytes;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Test
  void requestsOnAKeptConnection_areCutByTheirLengths() {
    Bytes sent =
        bytes(
            "PUT /b/k?x-id=PutObject HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\ns0:3"
                + "GET /b/k HTTP/1.1\r\nhost: h\r\n\r\n");

    Request put = decoder.request(sent).orElseThrow();
    Request get = decoder.request(sent).orElseThrow();

    assertThat(put.verb()).isEqualTo("Put");
    assertThat(put.access()).isEqualTo(Access.PUT);
    assertThat(put.name()).isEqualTo("/b/k");
    assertThat(text(put.bytes())).endsWith("s0:3");
    assertThat(get.verb()).isEqualTo("Get");
    assertThat(get.access()).isEqualTo(Access.READ);
    assertThat(sent.size()).isZero();
  }

  @Test
  void halfABody_isLeft() {
    Bytes sent = bytes("PUT /k HTTP/1.1\r\nContent-Length: 4\r\n\r\ns0");

    assertThat(decoder.request(sent)).isEmpty();

    sent.add(":3".getBytes(StandardCharsets.ISO_8859_1), 2);
    assertThat(decoder.request(sent)).isPresent();
  }

  @Test
  void halfAHead_isLeft() {
    assertThat(decoder.request(bytes("PUT /k HTTP/1.1\r\nContent-Length: 4\r\n"))).isEmpty();
  }

  @Test
  void chunkedBodies_areWholeWithTheirTrailers() {
    String chunked = "4;sig=a\r\ns0:3\r\n1A\r\n" + "x".repeat(26) + "\r\n0\r\nsum: 1\r\n\r\n";
    Bytes sent = bytes("PUT /k HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked + "GET");

    Request put = decoder.request(sent).orElseThrow();

    assertThat(text(put.bytes())).endsWith(chunked);
    assertThat(sent.size()).isEqualTo(3);
  }

  @Test
  void chunkedBodyWithoutItsEnd_isLeft() {
    String head = "PUT /k HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";

    assertThat(decoder.request(bytes(head + "4\r\ns0"))).isEmpty();
    assertThat(decoder.request(bytes(head + "4\r\ns0:3\r\n0\r\n"))).isEmpty();
  }

  @Test
  void headThatExpects100_goesAhead_andItsBodyIsTheOperation() {
    Bytes sent = bytes("PUT /k HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
    Request head = decoder.request(sent).orElseThrow();

    assertThat(head.kind()).isEqualTo(Request.Kind.UNANSWERED);
    assertThat(decoder.request(sent)).isEmpty();
    Reply goOn = decoder.reply(bytes("HTTP/1.1 100 Continue\r\n\r\n")).orElseThrow();
    assertThat(goOn.part()).isEqualTo(Reply.Part.FURTHER);

    sent.add("s0:3".getBytes(StandardCharsets.ISO_8859_1), 4);
    Request body = decoder.request(sent).orElseThrow();
    assertThat(body.kind()).isEqualTo(Request.Kind.OPERATION);
    assertThat(body.name()).isEqualTo("/k");
    assertThat(text(body.bytes())).isEqualTo("s0:3");
  }

  @Test
  void answerBeforeTheBody_letsTheNextRequestBegin() {
    Bytes sent = bytes("PUT /k HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
    assertThat(decoder.request(sent)).isPresent();
    assertThat(decoder.reply(bytes("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")))
        .isPresent();

    byte[] next = "GET /k HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
    sent.add(next, next.length);

    assertThat(decoder.request(sent).map(Request::verb)).contains("Get");
  }

  @Test
  void repliesAreWhole_andErrorsAreTold() {
    Bytes received =
        bytes(
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                + "HTTP/1.1 412 Precondition Failed\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nno!\r\n0\r\n\r\n");

    Reply done = decoder.reply(received).orElseThrow();
    Reply failed = decoder.reply(received).orElseThrow();

    assertThat(done.error()).isEmpty();
    assertThat(done.part()).isEqualTo(Reply.Part.WHOLE);
    assertThat(failed.error()).isEqualTo("412 Precondition Failed");
    assertThat(received.size()).isZero();
  }

  @Test
  void halfAReply_isLeft() {
    assertThat(decoder.reply(bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no"))).isEmpty();
  }

  @Test
  void replyToHead_hasNoBody_whateverLengthItTells() {
    assertThat(decoder.request(bytes("HEAD /k HTTP/1.1\r\n\r\n"))).isPresent();
    Bytes received = bytes("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nHTTP/1.1 ");

    Reply head = decoder.reply(received).orElseThrow();

    assertThat(head.part()).isEqualTo(Reply.Part.WHOLE);
    assertThat(received.size()).isEqualTo(9);
  }

  @Test
  void bodyUntilTheConnectionEnds_isPassedOnAsItComes() {
    assertThat(decoder.request(bytes("GET /k HTTP/1.1\r\n\r\n"))).isPresent();

    Reply first = decoder.reply(bytes("HTTP/1.1 200 OK\r\n\r\nsome")).orElseThrow();
    Optional<Reply> more = decoder.reply(bytes(" more"));

    assertThat(first.part()).isEqualTo(Reply.Part.WHOLE);
    assertThat(more.map(Reply::part)).contains(Reply.Part.FURTHER);
  }
}
