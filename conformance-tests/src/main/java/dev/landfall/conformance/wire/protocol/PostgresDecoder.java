package dev.landfall.conformance.wire.protocol;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.wire.protocol.SqlSession.Statement;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Messages of PostgreSQL: one byte of type, four of length (manual, "Frontend/Backend Protocol").
 * One thread at a time.
 *
 * <p>A request is everything up to a Query or a Sync, its reply everything up to ReadyForQuery:
 * what a driver sends in one go is carried out in one go. The messages before the first
 * ReadyForQuery are the start-up.
 */
final class PostgresDecoder implements Decoder {
  private static final int HEADER = 5;
  private static final int TLS_REQUEST = 80877103;

  private final SqlSession session = new SqlSession();
  private final Map<String, String> named = new HashMap<>();
  private Optional<Decoder> tls = Optional.empty();
  private boolean begun;
  private boolean ready;

  @Override
  public Optional<Request> request(Bytes sent) {
    if (tls.isPresent()) {
      return tls.get().request(sent);
    }
    if (!begun) {
      return startup(sent);
    }
    List<Integer> ends = new ArrayList<>();
    int offset = 0;
    while (true) {
      if (sent.size() < offset + HEADER) {
        return Optional.empty();
      }
      int type = sent.at(offset);
      offset += 1 + sent.intAt(offset + 1);
      if (sent.size() < offset) {
        return Optional.empty();
      }
      ends.add(offset);
      if (type == 'X' || type == 'p') {
        return Optional.of(Request.unanswered(sent.take(offset), type == 'X' ? "End" : "Password"));
      }
      if (type == 'Q' || type == 'S' || type == 'F') {
        return Optional.of(turn(sent.take(offset), ends));
      }
    }
  }

  private Optional<Request> startup(Bytes sent) {
    if (sent.size() < 8 || sent.size() < sent.intAt(0)) {
      return Optional.empty();
    }
    if (sent.intAt(4) == TLS_REQUEST) {
      tls = Optional.of(new TurnDecoder());
    } else {
      begun = true;
    }
    return Optional.of(Request.unanswered(sent.take(sent.intAt(0)), "Startup"));
  }

  private Request turn(byte[] bytes, List<Integer> ends) {
    Statement chosen = new Statement("Sync", Access.READ, "");
    int start = 0;
    for (int end : ends) {
      Optional<Statement> one = statement(bytes, start, end);
      boolean better =
          one.isPresent()
              && !one.get().isSetUp()
              && (chosen.access() == Access.READ || one.get().access() == Access.PREPARE);
      if (better) {
        chosen = one.get();
      }
      start = end;
    }
    return chosen.verb().equals("Sync")
        ? Request.noise(bytes, "Sync")
        : Request.operation(bytes, chosen.verb(), chosen.access(), chosen.name());
  }

  private Optional<Statement> statement(byte[] bytes, int start, int end) {
    int from = start + HEADER;
    return switch (bytes[start]) {
      case 'Q' -> Optional.of(session.read(zeroEnded(bytes, from, end)));
      case 'P' -> {
        String name = zeroEnded(bytes, from, end);
        named.put(name, zeroEnded(bytes, from + name.length() + 1, end));
        yield Optional.empty();
      }
      case 'B' -> {
        String portal = zeroEnded(bytes, from, end);
        String sql = named.get(zeroEnded(bytes, from + portal.length() + 1, end));
        yield Optional.ofNullable(sql).map(session::read);
      }
      default -> Optional.empty();
    };
  }

  private static String zeroEnded(byte[] bytes, int from, int end) {
    int zero = from;
    while (zero < end && bytes[zero] != 0) {
      zero++;
    }
    return new String(bytes, from, zero - from, StandardCharsets.ISO_8859_1);
  }

  @Override
  public Optional<Reply> reply(Bytes received) {
    if (tls.isPresent()) {
      return tls.get().reply(received);
    }
    String error = "";
    int offset = 0;
    while (received.size() >= offset + HEADER) {
      int type = received.at(offset);
      int end = offset + 1 + received.intAt(offset + 1);
      if (received.size() < end) {
        break;
      }
      if (type == 'E') {
        error = error(received, offset + HEADER, end);
      }
      offset = end;
      if (type == 'Z') {
        boolean first = !ready;
        ready = true;
        byte[] bytes = received.take(offset);
        return Optional.of(first ? Reply.further(bytes) : Reply.whole(bytes, error));
      }
    }
    return ready || offset == 0
        ? Optional.empty()
        : Optional.of(Reply.further(received.take(offset)));
  }

  private static String error(Bytes received, int from, int end) {
    StringBuilder code = new StringBuilder();
    StringBuilder message = new StringBuilder();
    StringBuilder ignored = new StringBuilder();
    for (int at = from; at < end && received.at(at) != 0; at++) {
      int field = received.at(at);
      StringBuilder target = field == 'C' ? code : field == 'M' ? message : ignored;
      for (at++; received.at(at) != 0; at++) {
        target.append((char) received.at(at));
      }
    }
    return "error " + code + ": " + message;
  }

  /**
   * An error ends a transaction in the server as well, so it is the server that raises it: for each
   * request that is refused it gets a statement that fails for want of room.
   */
  @Override
  public Optional<byte[]> standIn(Request request) {
    if (tls.isPresent()) {
      return Optional.empty();
    }
    byte[] sql =
        ("DO $$BEGIN RAISE EXCEPTION USING ERRCODE = '53100',"
                + " MESSAGE = 'could not write: No space left on device'; END$$\0")
            .getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream query = new ByteArrayOutputStream();
    query.write('Q');
    query.writeBytes(ByteBuffer.allocate(4).putInt(4 + sql.length).array());
    query.writeBytes(sql);
    return Optional.of(query.toByteArray());
  }
}
