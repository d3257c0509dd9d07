package dev.landfall.conformance.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Access;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PostgresDecoderTest {
  private final Decoder decoder = WireProtocol.POSTGRES.decoder(address -> address);

  private static byte[] message(char type, String payload) {
    byte[] content = payload.getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(type);
    out.writeBytes(ByteBuffer.allocate(4).putInt(4 + content.length).array());
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static Bytes bytes(byte[]... parts) {
    Bytes bytes = new Bytes();
    for (byte[] part : parts) {
      bytes.add(part, part.length);
    }
    return bytes;
  }

  private void started() {
    byte[] startup = ByteBuffer.allocate(9).putInt(9).putInt(196608).array();
    decoder.request(bytes(startup));
    decoder.reply(bytes(message('Z', "I")));
  }

  @Test
  void whatIsSentInOneGo_isOneRequest_namedByWhatItChanges() {
    started();
    Bytes sent =
        bytes(
            message('P', "\0BEGIN\0\0\0"),
            message('B', "\0\0\0\0\0\0\0\0"),
            message('P', "\0INSERT INTO t VALUES ($1)\0\0\0"),
            message('B', "\0\0\0\0\0\0\0\0"),
            message('S', ""));

    Request request = decoder.request(sent).orElseThrow();

    assertThat(request.verb()).isEqualTo("Insert");
    assertThat(request.access()).isEqualTo(Access.PUT);
    assertThat(sent.size()).isZero();
  }

  @Test
  void preparedTransaction_isNamed() {
    started();

    Request request =
        decoder.request(bytes(message('Q', "PREPARE TRANSACTION '1_YQ==_Yg=='\0"))).orElseThrow();

    assertThat(request.access()).isEqualTo(Access.PREPARE);
    assertThat(request.name()).isEqualTo("1_YQ==_Yg==");
  }

  @Test
  void withoutSync_nothingIsTaken() {
    started();

    assertThat(decoder.request(bytes(message('P', "\0COMMIT\0\0\0")))).isEmpty();
  }

  @Test
  void reply_isWhole_whenTheServerIsReady() {
    started();
    Bytes received = bytes(message('E', "SERROR\0C40001\0Mtry again\0\0"));

    assertThat(decoder.reply(received)).isEmpty();

    byte[] ready = message('Z', "E");
    received.add(ready, ready.length);
    Reply reply = decoder.reply(received).orElseThrow();
    assertThat(reply.part()).isEqualTo(Reply.Part.WHOLE);
    assertThat(reply.error()).isEqualTo("error 40001: try again");
  }

  @Test
  void aRefusal_isAStatementThatTheServerFails_soThatItsTransactionEndsAsWell() {
    started();
    Request request = decoder.request(bytes(message('Q', "COMMIT\0"))).orElseThrow();

    Bytes standIn = bytes(decoder.standIn(request).orElseThrow());

    assertThat(decoder.request(standIn).orElseThrow().bytes())
        .asString(java.nio.charset.StandardCharsets.US_ASCII)
        .startsWith("Q")
        .contains("RAISE EXCEPTION USING ERRCODE = '53100'");
    assertThat(standIn.size()).isZero();
    assertThat(decoder.refusal(request)).isEmpty();
  }

  @Test
  void startUp_isNotCounted() {
    byte[] startup = ByteBuffer.allocate(9).putInt(9).putInt(196608).array();

    Request request = decoder.request(bytes(startup)).orElseThrow();

    assertThat(request.kind()).isEqualTo(Request.Kind.UNANSWERED);
    assertThat(decoder.reply(bytes(message('R', "\0\0\0\0"))).orElseThrow().part())
        .isEqualTo(Reply.Part.FURTHER);
  }

  @Test
  void rowsOfACopy_areARequestOfTheirOwn() {
    started();
    Request copy = decoder.request(bytes(message('Q', "COPY t FROM STDIN\0"))).orElseThrow();
    Reply asksForRows = decoder.reply(bytes(message('G', "\0\0\0"))).orElseThrow();
    Bytes sent = bytes(message('d', "a\n"), message('d', "b\n"));

    assertThat(copy.verb()).isEqualTo("Copy");
    assertThat(asksForRows.part()).isEqualTo(Reply.Part.WHOLE);
    assertThat(decoder.request(sent)).isEmpty();

    byte[] done = message('c', "");
    sent.add(done, done.length);
    Request rows = decoder.request(sent).orElseThrow();
    Reply end = decoder.reply(bytes(message('C', "COPY 2\0"), message('Z', "I"))).orElseThrow();

    assertThat(rows.verb()).isEqualTo("CopyDone");
    assertThat(rows.access()).isEqualTo(Access.PUT);
    assertThat(decoder.standIn(rows).orElseThrow()[0]).isEqualTo((byte) 'f');
    assertThat(end.part()).isEqualTo(Reply.Part.WHOLE);
  }

  @Test
  void rowsOfACopyWithASync_endAtTheNextSync() {
    started();
    Bytes sent =
        bytes(
            message('P', "\0COPY t FROM STDIN\0\0\0"),
            message('B', "\0\0\0\0\0\0\0\0"),
            message('E', "\0\0\0\0\0"),
            message('S', ""));
    assertThat(decoder.request(sent).orElseThrow().verb()).isEqualTo("Copy");
    decoder.reply(bytes(message('1', ""), message('2', ""), message('G', "\0\0\0")));

    byte[] rows = message('c', "");
    sent.add(rows, rows.length);
    assertThat(decoder.request(sent)).isEmpty();

    byte[] sync = message('S', "");
    sent.add(sync, sync.length);
    assertThat(decoder.request(sent).orElseThrow().verb()).isEqualTo("CopyDone");
  }

  @Test
  void aCopyThatIsGivenUp_isNoChange() {
    started();
    decoder.request(bytes(message('Q', "COPY t FROM STDIN\0")));
    decoder.reply(bytes(message('G', "\0\0\0")));

    Request fail = decoder.request(bytes(message('d', "a\n"), message('f', "no\0"))).orElseThrow();

    assertThat(fail.kind()).isEqualTo(Request.Kind.NOISE);
  }

  @Test
  void aFlush_isAnsweredByOneMessageForEachThatAsks() {
    started();
    Bytes sent =
        bytes(
            message('P', "\0INSERT INTO t VALUES (1)\0\0\0"),
            message('B', "\0\0\0\0\0\0\0\0"),
            message('E', "\0\0\0\0\0"),
            message('H', ""));
    Request flushed = decoder.request(sent).orElseThrow();
    Bytes received = bytes(message('1', ""), message('2', ""));

    assertThat(flushed.verb()).isEqualTo("Insert");
    assertThat(flushed.access()).isEqualTo(Access.PUT);
    assertThat(decoder.standIn(flushed)).isEmpty();
    assertThat(decoder.reply(received)).isEmpty();

    byte[] complete = message('C', "INSERT 0 1\0");
    received.add(complete, complete.length);
    assertThat(decoder.reply(received).orElseThrow().part()).isEqualTo(Reply.Part.WHOLE);

    Request sync = decoder.request(bytes(message('S', ""))).orElseThrow();
    assertThat(sync.verb()).isEqualTo("Sync");
    assertThat(sync.access()).as("it commits what was flushed").isEqualTo(Access.PUT);
    assertThat(decoder.reply(bytes(message('Z', "I"))).orElseThrow().part())
        .isEqualTo(Reply.Part.WHOLE);
  }
}
