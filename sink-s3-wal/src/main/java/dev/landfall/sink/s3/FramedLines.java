package dev.landfall.sink.s3;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.sdk.SinkException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The durable bytes of everything that this sink writes beside data: JSON lines behind a first line
 * that tells their length and checksum. Stateless, thread-safe.
 *
 * <pre>
 * {"landfall":"s3-wal","version":1,"bytes":311,"crc32c":"89abcdef"}
 * {"kind":"confirmation", …}
 * {"kind":"object", …}
 * </pre>
 *
 * Lines, so that any tool can read them: a query over the log in SQL gives the confirmed objects.
 */
final class FramedLines {
  static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String MAGIC = "s3-wal";
  private static final int VERSION = 1;

  private FramedLines() {}

  static byte[] encode(List<ObjectNode> lines) {
    StringBuilder body = new StringBuilder(256 * lines.size());
    lines.forEach(line -> body.append(line).append('\n'));
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    ObjectNode header = MAPPER.createObjectNode();
    header.put("landfall", MAGIC);
    header.put("version", VERSION);
    header.put("bytes", bytes.length);
    header.put("crc32c", Digest.of(bytes).hex());
    byte[] first = (header.toString() + '\n').getBytes(StandardCharsets.UTF_8);
    byte[] framed = Arrays.copyOf(first, first.length + bytes.length);
    System.arraycopy(bytes, 0, framed, first.length, bytes.length);
    return framed;
  }

  /**
   * Reads lines back.
   *
   * @throws SinkException if they are not what was written: nothing damaged is used, and nothing is
   *     passed over (W-4)
   */
  static List<JsonNode> decode(String key, byte[] framed) throws SinkException {
    int end = 0;
    while (end < framed.length && framed[end] != '\n') {
      end++;
    }
    if (end == framed.length) {
      throw damaged(key, "it has no first line");
    }
    try {
      JsonNode header = MAPPER.readTree(framed, 0, end);
      verify(key, header, Digest.of(framed, end + 1, framed.length - end - 1));
      return lines(framed, end + 1);
    } catch (JsonProcessingException e) {
      throw damaged(key, e.getOriginalMessage());
    } catch (IOException e) {
      throw damaged(key, String.valueOf(e.getMessage()));
    }
  }

  static SinkException damaged(String key, String actual) {
    return new SinkException(
        "Cannot read '"
            + key
            + "': "
            + actual
            + ", expected what was written there (restore it; nothing is confirmed or skipped until"
            + " then)");
  }

  private static void verify(String key, JsonNode header, Digest body) throws SinkException {
    if (!header.path("landfall").asText().equals(MAGIC)) {
      throw damaged(key, "it does not begin with a line of ours");
    }
    if (header.path("version").asInt() != VERSION) {
      throw new SinkException(
          "Cannot read '"
              + key
              + "': its version is "
              + header.path("version").asText()
              + ", expected "
              + VERSION
              + " (use the release that wrote it, or a newer one)");
    }
    if (header.path("bytes").asLong() != body.bytes()
        || !header.path("crc32c").asText().equals(body.hex())) {
      throw damaged(
          key,
          "it holds "
              + body
              + " where its first line says "
              + header.path("bytes")
              + " bytes, CRC-32C "
              + header.path("crc32c").asText());
    }
  }

  private static List<JsonNode> lines(byte[] framed, int from) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    int start = from;
    for (int i = from; i < framed.length; i++) {
      if (framed[i] == '\n') {
        lines.add(MAPPER.readTree(framed, start, i - start));
        start = i + 1;
      }
    }
    return lines;
  }
}
