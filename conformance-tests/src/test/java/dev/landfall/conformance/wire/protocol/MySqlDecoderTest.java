package dev.landfall.conformance.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Access;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MySqlDecoderTest {
  private final Decoder decoder = WireProtocol.MYSQL.decoder(address -> address);

  static byte[] packet(int sequence, byte[] payload) {
    byte[] bytes = new byte[4 + payload.length];
    bytes[0] = (byte) payload.length;
    bytes[1] = (byte) (payload.length >> 8);
    bytes[3] = (byte) sequence;
    System.arraycopy(payload, 0, bytes, 4, payload.length);
    return bytes;
  }

  private static byte[] query(String sql) {
    return packet(0, ("\u0003" + sql).getBytes(StandardCharsets.ISO_8859_1));
  }

  private static Bytes bytes(byte[]... parts) {
    Bytes bytes = new Bytes();
    for (byte[] part : parts) {
      bytes.add(part, part.length);
    }
    return bytes;
  }

  @Test
  void branch_isNamedByItsXid() {
    Bytes sent =
        bytes(query("XA START 0x6c66,0x6f7574,0x4c464431"), query("XA PREPARE 0x6c66,0x6f7574"));

    Request start = decoder.request(sent).orElseThrow();
    Request prepare = decoder.request(sent).orElseThrow();

    assertThat(start.verb()).isEqualTo("XaStart");
    assertThat(start.name()).isEqualTo("lf,out");
    assertThat(start.access()).isEqualTo(Access.STAGE);
    assertThat(prepare.access()).isEqualTo(Access.PREPARE);
    assertThat(sent.size()).isZero();
  }

  @Test
  void insertInABranch_isStaged_andOutsideIsPut() {
    Bytes sent =
        bytes(
            query("INSERT INTO t VALUES (1)"),
            query("XA START 'a','b'"),
            query("INSERT INTO t VALUES (1)"));

    assertThat(decoder.request(sent).orElseThrow().access()).isEqualTo(Access.PUT);
    decoder.request(sent);
    Request staged = decoder.request(sent).orElseThrow();

    assertThat(staged.access()).isEqualTo(Access.STAGE);
    assertThat(staged.name()).isEqualTo("a,b");
  }

  @Test
  void commitAfterConfirmation_confirms() {
    Bytes sent =
        bytes(
            query("INSERT INTO `landfall_confirmation` VALUES (1)"),
            query("COMMIT"),
            query("COMMIT"));

    decoder.request(sent);

    assertThat(decoder.request(sent).orElseThrow().access()).isEqualTo(Access.CONFIRM);
    assertThat(decoder.request(sent).orElseThrow().access()).isEqualTo(Access.PUT);
  }

  @Test
  void rowsOfGenerations_areNoData() {
    Bytes sent =
        bytes(
            query("UPDATE `landfall_fence` SET generation = 2"),
            query("DELETE FROM `s`.`landfall_session` WHERE name = 'a'"),
            query("INSERT INTO `landfall_session` (name) VALUES ('a')"),
            query("INSERT INTO `t` VALUES ('of landfall_session a')"));

    assertThat(decoder.request(sent).orElseThrow().access()).isEqualTo(Access.FENCE);
    assertThat(decoder.request(sent).orElseThrow().access()).isEqualTo(Access.FENCE);
    assertThat(decoder.request(sent).orElseThrow().access()).isEqualTo(Access.FENCE);
    assertThat(decoder.request(sent).orElseThrow().access()).isEqualTo(Access.PUT);
  }

  @Test
  void queryAttributes_areSkipped() {
    byte[] payload = "\u0003\u0000\u0001XA COMMIT 'a','b'".getBytes(StandardCharsets.ISO_8859_1);

    Request request = decoder.request(bytes(packet(0, payload))).orElseThrow();

    assertThat(request.verb()).isEqualTo("XaCommit");
  }

  @Test
  void handshakeSetUpAndEnd_areNotCounted() {
    Bytes sent =
        bytes(packet(1, new byte[40]), query("SET autocommit=0"), packet(0, new byte[] {1}));

    assertThat(decoder.request(sent).orElseThrow().kind()).isEqualTo(Request.Kind.UNANSWERED);
    assertThat(decoder.request(sent).orElseThrow().kind()).isEqualTo(Request.Kind.NOISE);
    assertThat(decoder.request(sent).orElseThrow().kind()).isEqualTo(Request.Kind.UNANSWERED);
  }

  @Test
  void halfAPacket_isLeft() {
    byte[] whole = query("COMMIT");
    Bytes sent = bytes(Arrays.copyOf(whole, whole.length - 1));

    assertThat(decoder.request(sent)).isEmpty();

    sent.add(new byte[] {'T'}, 1);
    assertThat(decoder.request(sent).orElseThrow().verb()).isEqualTo("Commit");
  }

  @Test
  void error_isTold_andOnlyTheFirstPieceAnswers() {
    decoder.request(bytes(query("COMMIT")));
    byte[] error =
        packet(1, "\u00ff\u00b5\u0004#HY000Lock wait".getBytes(StandardCharsets.ISO_8859_1));

    Reply first = decoder.reply(bytes(error)).orElseThrow();
    Reply more = decoder.reply(bytes(error)).orElseThrow();

    assertThat(first.part()).isEqualTo(Reply.Part.WHOLE);
    assertThat(first.error()).isEqualTo("error 1205: Lock wait");
    assertThat(more.part()).isEqualTo(Reply.Part.FURTHER);
  }

  @Test
  void refusal_isAnErrorPacketOfTheStore() {
    Request insert = decoder.request(bytes(query("INSERT INTO t VALUES (1)"))).orElseThrow();

    byte[] refusal = decoder.refusal(insert).orElseThrow();

    assertThat(refusal[4] & 0xFF).isEqualTo(0xFF);
    assertThat((refusal[5] & 0xFF) | (refusal[6] & 0xFF) << 8).isEqualTo(1205);
    assertThat(refusal.length).isEqualTo(4 + (refusal[0] & 0xFF));
  }

  @Test
  void aRefusedCommit_isARollbackForTheStore_andNothingElseIsAnything() {
    Request commit = decoder.request(bytes(query("COMMIT"))).orElseThrow();
    Request xaCommit = decoder.request(bytes(query("XA COMMIT 'a','b',1"))).orElseThrow();

    assertThat(decoder.standIn(commit)).hasValue(query("ROLLBACK"));
    assertThat(decoder.standIn(xaCommit)).isEmpty();
    assertThat(decoder.refusal(xaCommit)).isPresent();
  }

  @Test
  void tls_fallsBackToTurns() {
    byte[] asksForTls = new byte[32];
    asksForTls[1] = 0x08;
    Bytes sent = bytes(packet(1, asksForTls));
    decoder.request(sent);

    Request turn = decoder.request(bytes(new byte[] {22, 3, 1})).orElseThrow();

    assertThat(turn.verb()).isEqualTo("Turn");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "CALL add_row(1), Call",
        "WITH a AS (SELECT 1) DELETE FROM t, With",
        "TRUNCATE t, Truncate",
        "LOAD DATA INFILE 'f' INTO TABLE t, Load",
        "LOCK TABLES t WRITE, Lock",
        "EXPLAIN ANALYZE DELETE FROM t, Explain",
        "\"-- hello\nDO f()\", Do",
        "{call f()}, Other"
      })
  void whatIsNotKnownToRead_isAChange(String sql, String verb) {
    Request request = decoder.request(bytes(query(sql))).orElseThrow();

    assertThat(request.verb()).isEqualTo(verb);
    assertThat(request.access()).isEqualTo(Access.PUT);
    assertThat(request.name()).startsWith("session ");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "SELECT f(), Select",
        "(SELECT 1) UNION (SELECT 2), Select",
        "WITH a AS (SELECT 1) SELECT * FROM a, With",
        "EXPLAIN INSERT INTO t VALUES (1), Explain",
        "VALUES ROW(1), Values",
        "USE d, Use",
        "START TRANSACTION, Start",
        "SAVEPOINT s, Savepoint",
        "RELEASE SAVEPOINT s, Release",
        "XA RECOVER, XaRecover",
        "PREPARE p FROM @s, Prepare",
        "DEALLOCATE PREPARE p, Deallocate"
      })
  void whatReads_isNoChange(String sql, String verb) {
    Request request = decoder.request(bytes(query(sql))).orElseThrow();

    assertThat(request.verb()).isEqualTo(verb);
    assertThat(request.access()).isEqualTo(Access.READ);
  }

  @Test
  void autocommitSwitchedOnBehindAChange_isACommit_andSetUpOtherwise() {
    Bytes sent =
        bytes(
            query("SET autocommit=1"),
            query("INSERT INTO t VALUES (1)"),
            query("SET autocommit=1"),
            query("set autocommit=0"),
            query("INSERT INTO t VALUES (1)"),
            query("SET character_set_results = NULL, autocommit = ON"),
            query("SET autocommit=0"),
            query("INSERT INTO t VALUES (1)"),
            query("COMMIT"),
            query("SET autocommit=1"));

    String verbs = "";
    for (int i = 0; i < 10; i++) {
      Request request = decoder.request(sent).orElseThrow();
      boolean counts = request.kind() == Request.Kind.OPERATION;
      verbs += counts ? request.verb() + ":" + request.access() + " " : "";
    }

    assertThat(verbs).isEqualTo("Insert:PUT Insert:PUT SetAutocommit:PUT Insert:PUT Commit:PUT ");
  }
}
