package dev.landfall.conformance.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.wire.protocol.Bytes;
import dev.landfall.conformance.wire.protocol.Decoder;
import dev.landfall.conformance.wire.protocol.Reply;
import dev.landfall.conformance.wire.protocol.Request;
import dev.landfall.conformance.wire.protocol.WireProtocol;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class S3OperationsTest {
  private static final String LOG = "/b/q1/_landfall/q1a/out/subtasks/0/log/00000000000000000002";

  private final Decoder decoder = WireProtocol.http(new S3Operations()).decoder(address -> address);

  private static Bytes bytes(String text) {
    Bytes bytes = new Bytes();
    byte[] array = text.getBytes(StandardCharsets.ISO_8859_1);
    bytes.add(array, array.length);
    return bytes;
  }

  private Request request(String line, String fields, String body) {
    String head = line + " HTTP/1.1\r\nContent-Length: " + body.length() + "\r\n" + fields;
    return decoder.request(bytes(head + "\r\n" + body)).orElseThrow();
  }

  @Test
  void aConditionalPut_isToldApartFromAPlainOne() {
    String body = "{\"kind\":\"confirmation\"}";

    Request conditional = request("PUT " + LOG + ".jsonl", "If-None-Match: *\r\n", body);
    Request plain = request("PUT " + LOG + ".jsonl", "", body);

    assertThat(conditional.verb()).isEqualTo("PutIfAbsent.confirmation");
    assertThat(conditional.access()).isEqualTo(Access.CONFIRM);
    assertThat(plain.verb()).isEqualTo("Put.confirmation");
    assertThat(plain.access()).isEqualTo(Access.CONFIRM);
  }

  @Test
  void aFence_isToldApartFromAConfirmation() {
    Request fence =
        request("PUT " + LOG + ".jsonl", "if-none-match: *\r\n", "{\"kind\":\"fence\"}");

    assertThat(fence.verb()).isEqualTo("PutIfAbsent.fence");
    assertThat(fence.access()).isEqualTo(Access.FENCE);
  }

  @Test
  void dataIsPut_andItsKeyIsDecoded() {
    Request put = request("PUT /b/q1/dt%3D1/a+b.jsonl?x-id=PutObject", "If-None-Match: *\r\n", "x");

    assertThat(put.verb()).isEqualTo("PutIfAbsent.data");
    assertThat(put.access()).isEqualTo(Access.PUT);
    assertThat(put.name()).isEqualTo("q1/dt=1/a+b.jsonl");
  }

  @Test
  void uploads_areStagedUntilTheyAreCompleted() {
    assertThat(request("POST /b/k?uploads", "", "").access()).isEqualTo(Access.STAGE);
    assertThat(request("PUT /b/k?partNumber=1&uploadId=u", "", "x").verb()).isEqualTo("UploadPart");
    assertThat(request("POST /b/k?uploadId=u", "", "x").access()).isEqualTo(Access.PUT);
    assertThat(request("DELETE /b/k?uploadId=u", "", "").access()).isEqualTo(Access.ABORT);
  }

  @Test
  void listingsAndReads_changeNothing() {
    assertThat(request("GET /b?list-type=2&prefix=q1%2F", "", "").name()).isEqualTo("q1/");
    assertThat(request("GET /b?uploads&prefix=q1", "", "").verb()).isEqualTo("ListUploads");
    assertThat(request("HEAD /b/q1/k", "", "").verb()).isEqualTo("Head.data");
    assertThat(request("HEAD /b/q1/k", "", "").access()).isEqualTo(Access.READ);
  }

  @Test
  void whatPreflightTriesOut_isNotCounted() {
    String probe = "q1/_landfall/q1a/out/probe/0a/race-1";

    assertThat(request("PUT /b/" + probe, "If-None-Match: *\r\n", "x").kind())
        .isEqualTo(Request.Kind.NOISE);
    assertThat(request("GET /b?list-type=2&prefix=" + probe, "", "").kind())
        .isEqualTo(Request.Kind.NOISE);
  }

  @Test
  void errorsOfTheStore_areToldByTheirCode() {
    String body = "<Error><Code>PreconditionFailed</Code></Error>";
    Reply reply =
        decoder
            .reply(
                bytes(
                    "HTTP/1.1 412 Precondition Failed\r\nContent-Length: "
                        + body.length()
                        + "\r\n\r\n"
                        + body))
            .orElseThrow();

    assertThat(reply.error()).isEqualTo("412 PreconditionFailed");
  }

  @Test
  void aRefusedWrite_isThrottled_andARefusedHeadHasNoBody() {
    Request put = request("PUT /b/q1/k", "", "x");
    Request head = request("HEAD /b/q1/k", "", "");

    assertThat(text(decoder.refusal(put).orElseThrow())).contains("503 Slow Down", "SlowDown");
    assertThat(text(decoder.refusal(head).orElseThrow()))
        .startsWith("HTTP/1.1 500")
        .endsWith("Content-Length: 0\r\n\r\n");
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
