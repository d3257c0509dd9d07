package dev.landfall.conformance.wire.protocol;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.wire.protocol.SqlSession.Statement;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
 *
 * <p>Two things are answered without ReadyForQuery. A Flush ends a request as well, whose reply is
 * one message for each that asks for one, up to an error. COPY from the client is answered by
 * CopyInResponse; the rows are a request of their own, up to CopyDone or CopyFail, or to the Sync
 * behind it where the COPY came with one.
 */
final class PostgresDecoder implements Decoder {
  private static final int HEADER = 5;
  private static final char FLUSH = 'H';

  /** A Query, a Sync, a call of a function, a Flush. */
  private static final String ENDS = "QSF" + FLUSH;

  /** Parse, Bind, Describe, Execute, Close, and what answers them; each may be an error. */
  private static final String ANSWERED = "PBDEC";

  private static final String ANSWERS = "12TnCsI3EGW";

  private static final int TLS_REQUEST = 80877103;

  private final SqlSession session = new SqlSession();
  private final Map<String, String> named = new HashMap<>();
  private Optional<Decoder> tls = Optional.empty();
  private boolean begun;
  private boolean ready;

  /** Of each request without a reply, how many messages answer it; 0 for up to ReadyForQuery. */
  private final Deque<Integer> awaited = new ArrayDeque<>();

  private char lastEnd = 'Q';

  /** The server waits for rows. */
  private boolean copies;

  /** A change was sent by a Flush: the next Sync may commit it. */
  private boolean flushed;

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
      boolean endsRows = copies && lastEnd == 'Q' && (type == 'c' || type == 'f');
      if (endsRows || ENDS.indexOf(type) >= 0) {
        return Optional.of(turn(sent.take(offset), ends, (char) type));
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

  private Request turn(byte[] bytes, List<Integer> ends, char type) {
    int answers = answers(bytes, ends);
    if (type == FLUSH && answers == 0) {
      return Request.unanswered(bytes, "Flush");
    }
    Request request = request(bytes, ends);
    if (type == 'S' && flushed && request.access() == Access.READ) {
      Statement sync = session.done("Sync");
      request = Request.operation(bytes, sync.verb(), sync.access(), sync.name());
    }
    flushed = type == FLUSH ? flushed || request.access() != Access.READ : flushed && type != 'S';
    awaited.add(type == FLUSH ? answers : 0);
    lastEnd = type;
    copies = false;
    return request;
  }

  /** Those that a server answers one by one, and not the Flush itself. */
  private static int answers(byte[] bytes, List<Integer> ends) {
    int answers = 0;
    int start = 0;
    for (int end : ends) {
      answers += ANSWERED.indexOf(bytes[start]) >= 0 ? 1 : 0;
      start = end;
    }
    return answers;
  }

  private Request request(byte[] bytes, List<Integer> ends) {
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
      case 'c' -> copies ? Optional.of(session.done("CopyDone")) : Optional.empty();
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
      if (type == 'Z' && !ready) {
        ready = true;
        return Optional.of(Reply.further(received.take(offset)));
      }
      if (ready && answers((char) type)) {
        return Optional.of(Reply.whole(received.take(offset), error));
      }
    }
    return ready || offset == 0
        ? Optional.empty()
        : Optional.of(Reply.further(received.take(offset)));
  }

  /** Whether the oldest request has its answer with a message of this type. */
  private boolean answers(char type) {
    boolean asksForRows = type == 'G' || type == 'W';
    copies = asksForRows || (copies && type != 'Z');
    int left = awaited.isEmpty() ? 0 : awaited.peek();
    if (left > 0 && ANSWERS.indexOf(type) >= 0) {
      left = type == 'E' ? 0 : left - 1;
      awaited.remove();
      if (left > 0) {
        awaited.addFirst(left);
      }
      return left == 0;
    }
    boolean whole = type == 'Z' || asksForRows;
    if (whole) {
      awaited.poll();
    }
    return whole;
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
    byte[] bytes = request.bytes();
    if (tls.isPresent() || bytes[Math.max(0, bytes.length - HEADER)] == FLUSH) {
      return Optional.empty();
    }
    if (request.verb().equals("CopyDone")) {
      return Optional.of(message('f', "could not write: No space left on device\0"));
    }
    return Optional.of(
        message(
            'Q',
            "DO $$BEGIN RAISE EXCEPTION USING ERRCODE = '53100',"
                + " MESSAGE = 'could not write: No space left on device'; END$$\0"));
  }

  private static byte[] message(char type, String text) {
    byte[] content = text.getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.write(type);
    message.writeBytes(ByteBuffer.allocate(4).putInt(4 + content.length).array());
    message.writeBytes(content);
    return message.toByteArray();
  }
}
