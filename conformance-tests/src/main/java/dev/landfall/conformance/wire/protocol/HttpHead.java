package dev.landfall.conformance.wire.protocol;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The start line and the header fields of an HTTP/1.1 message (RFC 9112, sections 2 to 5).
 * Immutable, thread-safe.
 *
 * @param first the start line
 * @param fields values by name, names in lower case; of a repeated field the last one
 * @param length how many bytes it takes, the empty line included
 */
public record HttpHead(String first, Map<String, String> fields, int length) {
  public HttpHead {
    fields = Map.copyOf(fields);
  }

  /** Reads the head in front, if all of it is there. */
  static Optional<HttpHead> at(Bytes bytes) {
    for (int end = 3; end < bytes.size(); end++) {
      if (bytes.at(end) == '\n'
          && bytes.at(end - 1) == '\r'
          && bytes.at(end - 2) == '\n'
          && bytes.at(end - 3) == '\r') {
        return Optional.of(parse(bytes, end + 1));
      }
    }
    return Optional.empty();
  }

  private static HttpHead parse(Bytes bytes, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int at = 0; at < length; at++) {
      text.append((char) bytes.at(at));
    }
    String[] lines = text.toString().split("\r\n", -1);
    Map<String, String> fields = new LinkedHashMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon > 0) {
        fields.put(
            lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
            lines[i].substring(colon + 1).strip());
      }
    }
    return new HttpHead(lines[0], fields, length);
  }

  /** The value of a header field; {@code name} in lower case. */
  public Optional<String> field(String name) {
    return Optional.ofNullable(fields.get(name));
  }

  /** Of a request: {@code GET}. */
  public String method() {
    return word(0);
  }

  /** Of a request: the path, as sent, without the query. */
  public String path() {
    String target = word(1);
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /** Of a request: a parameter of the query, decoded; one without a value is the empty text. */
  public Optional<String> parameter(String name) {
    String target = word(1);
    int query = target.indexOf('?');
    if (query < 0) {
      return Optional.empty();
    }
    for (String one : target.substring(query + 1).split("&", -1)) {
      int equal = one.indexOf('=');
      String key = equal < 0 ? one : one.substring(0, equal);
      if (key.equals(name)) {
        return Optional.of(
            equal < 0 ? "" : URLDecoder.decode(one.substring(equal + 1), StandardCharsets.UTF_8));
      }
    }
    return Optional.empty();
  }

  /** Of a reply: its status, 0 if it has none. */
  public int status() {
    String status = word(1);
    return status.matches("\\d{3}") ? Integer.parseInt(status) : 0;
  }

  private String word(int index) {
    String[] words = first.split(" ", 3);
    return index < words.length ? words[index] : "";
  }

  boolean isChunked() {
    return field("transfer-encoding").orElse("").toLowerCase(Locale.ROOT).endsWith("chunked");
  }

  /** Whether the client waits for a 100 before it sends the body (RFC 9110, section 10.1.1). */
  boolean expectsContinue() {
    return field("expect").orElse("").equalsIgnoreCase("100-continue");
  }

  /** The length of the body, if it was told in front. */
  Optional<Integer> contentLength() {
    return field("content-length").map(text -> Integer.valueOf(text.strip()));
  }

  /**
   * Where a chunked body that begins at {@code from} ends, trailers included, or -1 if not all of
   * it is there (RFC 9112, section 7.1).
   */
  static int chunkedEnd(Bytes bytes, int from) {
    int at = from;
    while (true) {
      int line = lineEnd(bytes, at);
      if (line < 0) {
        return -1;
      }
      int size = chunkSize(bytes, at);
      at = line;
      if (size == 0) {
        return trailersEnd(bytes, at);
      }
      at += size + 2;
      if (at > bytes.size()) {
        return -1;
      }
    }
  }

  private static int trailersEnd(Bytes bytes, int from) {
    int at = from;
    int line = lineEnd(bytes, at);
    while (line > at + 2) {
      at = line;
      line = lineEnd(bytes, at);
    }
    return line;
  }

  private static int lineEnd(Bytes bytes, int from) {
    for (int at = from; at + 1 < bytes.size(); at++) {
      if (bytes.at(at) == '\r' && bytes.at(at + 1) == '\n') {
        return at + 2;
      }
    }
    return -1;
  }

  /** The number in front of a chunk, without its extensions. */
  private static int chunkSize(Bytes bytes, int from) {
    int size = 0;
    for (int at = from; Character.digit(bytes.at(at), 16) >= 0; at++) {
      size = Math.addExact(Math.multiplyExact(size, 16), Character.digit(bytes.at(at), 16));
    }
    return size;
  }
}
