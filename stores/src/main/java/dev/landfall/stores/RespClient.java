package dev.landfall.stores;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Just enough of RESP2 (the Redis serialization protocol) to form a cluster without a Redis client
 * on the class path: simple strings, errors, integers and bulk strings. One thread at a time.
 */
final class RespClient implements AutoCloseable {
  private static final Duration ANSWER_BOUND = Duration.ofSeconds(20);

  private final Socket socket;
  private final InputStream in;

  private RespClient(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  static RespClient connect(Endpoint endpoint) {
    try {
      Socket socket = new Socket();
      socket.setTcpNoDelay(true);
      socket.setSoTimeout((int) ANSWER_BOUND.toMillis());
      socket.connect(
          new InetSocketAddress(endpoint.host(), endpoint.port()), (int) ANSWER_BOUND.toMillis());
      return new RespClient(socket);
    } catch (IOException e) {
      throw new StoreException("Cannot connect to Redis at " + endpoint, e);
    }
  }

  /** Sends a command and returns its answer as text; an error reply is an exception. */
  String call(String... words) {
    try {
      ByteArrayOutputStream request = new ByteArrayOutputStream();
      request.write(ascii("*" + words.length + "\r\n"));
      for (String word : words) {
        byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
        request.write(ascii("$" + bytes.length + "\r\n"));
        request.write(bytes);
        request.write(ascii("\r\n"));
      }
      socket.getOutputStream().write(request.toByteArray());
      return answer(words[0]);
    } catch (IOException e) {
      throw new StoreException("Cannot ask Redis " + words[0], e);
    }
  }

  private String answer(String command) throws IOException {
    String head = line();
    char type = head.charAt(0);
    String rest = head.substring(1);
    if (type == '-') {
      throw new StoreException("Cannot ask Redis " + command + ": it answers \"" + rest + "\"");
    }
    if (type != '$' || rest.equals("-1")) {
      return rest;
    }
    byte[] bytes = in.readNBytes(Integer.parseInt(rest));
    line();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("Redis closed the connection");
      }
      if (c != '\r') {
        bytes.write(c);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // The answers are in; nothing is lost.
    }
  }
}
