package dev.landfall.conformance.wire.protocol;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Packets of MySQL and MariaDB: three bytes of length, one of sequence (MySQL internals manual,
 * "Protocol Basics"). One thread at a time.
 *
 * <p>A command begins a sequence at 0; what a client sends at another number belongs to the
 * handshake. A store has carried a command out when the first packet of its reply is there; the
 * rest of a result set follows uncounted. After a request for TLS only turns can be told.
 */
final class MySqlDecoder implements Decoder {
  private static final int HEADER = 4;
  private static final int MAX_PAYLOAD = 0xFFFFFF;
  private static final int CLIENT_SSL = 0x800;
  private static final int SSL_REQUEST_BYTES = 32;
  private static final int QUIT = 0x01;
  private static final int QUERY = 0x03;
  private static final int PING = 0x0e;
  private static final int PREPARE = 0x16;
  private static final int EXECUTE = 0x17;
  private static final int LONG_DATA = 0x18;
  private static final int CLOSE_STATEMENT = 0x19;
  private static final int ERROR = 0xFF;

  /** Lock wait time-out: the statement is undone, the transaction stays as it was. */
  private static final int LOCK_WAIT = 1205;

  private final SqlSession session = new SqlSession();
  private final Map<Integer, String> statements = new HashMap<>();
  private String preparing = "";
  private Optional<Decoder> tls = Optional.empty();
  private boolean awaits;

  @Override
  public Optional<Request> request(Bytes sent) {
    if (tls.isPresent()) {
      return tls.get().request(sent);
    }
    int length = packets(sent);
    if (length < 0) {
      return Optional.empty();
    }
    byte[] bytes = sent.take(length);
    if ((bytes[3] & 0xFF) != 0) {
      return Optional.of(handshake(bytes));
    }
    Request request = command(bytes);
    awaits |= request.kind() != Request.Kind.UNANSWERED;
    return Optional.of(request);
  }

  /** The length of all packets of the first command, or -1. */
  private static int packets(Bytes sent) {
    int offset = 0;
    while (true) {
      if (sent.size() < offset + HEADER) {
        return -1;
      }
      int payload = sent.at(offset) | sent.at(offset + 1) << 8 | sent.at(offset + 2) << 16;
      offset += HEADER + payload;
      if (sent.size() < offset) {
        return -1;
      }
      if (payload < MAX_PAYLOAD) {
        return offset;
      }
    }
  }

  private Request handshake(byte[] bytes) {
    boolean asksForTls =
        bytes.length == HEADER + SSL_REQUEST_BYTES && (two(bytes, 4) & CLIENT_SSL) != 0;
    if (asksForTls) {
      tls = Optional.of(new TurnDecoder());
    }
    return Request.unanswered(bytes, "Handshake");
  }

  private Request command(byte[] bytes) {
    int command = bytes.length > HEADER ? bytes[HEADER] & 0xFF : QUIT;
    return switch (command) {
      case QUIT -> Request.unanswered(bytes, "Quit");
      case LONG_DATA, CLOSE_STATEMENT -> Request.unanswered(bytes, "Statement");
      case PING -> Request.noise(bytes, "Ping");
      case QUERY -> statement(bytes, text(bytes));
      case PREPARE -> {
        preparing = text(bytes);
        yield Request.noise(bytes, "PrepareStatement");
      }
      case EXECUTE -> statement(bytes, statements.getOrDefault(number(bytes, 5), "EXECUTE"));
      default -> Request.noise(bytes, "Command");
    };
  }

  private Request statement(byte[] bytes, String sql) {
    SqlSession.Statement statement = session.read(sql);
    return statement.isSetUp()
        ? Request.noise(bytes, statement.verb())
        : Request.operation(bytes, statement.verb(), statement.access(), statement.name());
  }

  /** Clients from 8.0.23 put the numbers of query attributes in front: 0 of them, in 1 set. */
  private static String text(byte[] bytes) {
    int from = HEADER + 1;
    boolean attributes = bytes.length > from + 1 && bytes[from] == 0 && bytes[from + 1] == 1;
    int start = attributes ? from + 2 : from;
    return new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
  }

  private static int number(byte[] bytes, int at) {
    return bytes.length < at + 4 ? -1 : two(bytes, at) | two(bytes, at + 2) << 16;
  }

  /** A little-endian number of two bytes. */
  private static int two(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8;
  }

  @Override
  public Optional<Reply> reply(Bytes received) {
    if (tls.isPresent()) {
      return tls.get().reply(received);
    }
    if (received.size() == 0) {
      return Optional.empty();
    }
    if (!awaits) {
      return Optional.of(Reply.further(received.takeAll()));
    }
    if (packets(received) < 0 && received.size() < MAX_PAYLOAD) {
      return Optional.empty();
    }
    awaits = false;
    byte[] bytes = received.takeAll();
    if (!preparing.isEmpty()) {
      statements.put(number(bytes, 5), preparing);
      preparing = "";
    }
    return Optional.of(Reply.whole(bytes, error(bytes)));
  }

  private static String error(byte[] bytes) {
    if (bytes.length <= HEADER + 2 || (bytes[HEADER] & 0xFF) != ERROR) {
      return "";
    }
    int payload = two(bytes, 0) | (bytes[2] & 0xFF) << 16;
    int code = two(bytes, 5);
    int end = Math.min(bytes.length, HEADER + payload);
    String text = end > 13 ? new String(bytes, 13, end - 13, StandardCharsets.UTF_8) : "";
    return "error " + code + ": " + text;
  }

  /**
   * A local commit that waits too long for the lock of commits is rolled back by the server
   * (ha_commit_trans), so it is; whatever else is refused stays as it was.
   */
  @Override
  public Optional<byte[]> standIn(Request request) {
    if (tls.isPresent() || !request.verb().equals("Commit")) {
      return Optional.empty();
    }
    byte[] rollback = "ROLLBACK".getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    packet.write(1 + rollback.length);
    packet.write(0);
    packet.write(0);
    packet.write(0);
    packet.write(QUERY);
    packet.writeBytes(rollback);
    return Optional.of(packet.toByteArray());
  }

  @Override
  public Optional<byte[]> refusal(Request request) {
    if (tls.isPresent()) {
      return Optional.empty();
    }
    awaits = false;
    byte[] message =
        "#HY000Lock wait timeout exceeded; try restarting transaction"
            .getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    int payload = 3 + message.length;
    packet.write(payload & 0xFF);
    packet.write(payload >> 8 & 0xFF);
    packet.write(payload >> 16 & 0xFF);
    packet.write(1);
    packet.write(ERROR);
    packet.write(LOCK_WAIT & 0xFF);
    packet.write(LOCK_WAIT >> 8);
    packet.writeBytes(message);
    return Optional.of(packet.toByteArray());
  }
}
