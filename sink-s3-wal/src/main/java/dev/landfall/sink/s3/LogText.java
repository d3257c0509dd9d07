package dev.landfall.sink.s3;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterScope;
import java.util.ArrayList;
import java.util.List;

/**
 * Log entries as lines: one for the entry, and one for each object that it confirms. Stateless,
 * thread-safe.
 *
 * <pre>
 * {"kind":"fence","number":1,"instance":"…","generation":3,"subtask":1,"of":4}
 * {"kind":"confirmation","number":2,"instance":"…","interval":"p/s/0/g3/o1","records":9,"objects":1}
 * {"kind":"object","key":"…","bytes":311,"records":9,"crc32c":"…","etag":"…"}
 * </pre>
 */
final class LogText {
  private static final String FENCE = "fence";
  private static final String CONFIRMATION = "confirmation";

  private LogText() {}

  static byte[] encode(LogEntry entry) {
    return FramedLines.encode(lines(List.of(entry)));
  }

  /** Reads the single entry of an object. */
  static LogEntry decode(SinkId sink, String key, byte[] bytes) throws SinkException {
    List<LogEntry> entries = entries(sink, key, FramedLines.decode(key, bytes), 0);
    if (entries.size() != 1) {
      throw FramedLines.damaged(key, "it holds " + entries.size() + " entries");
    }
    return entries.get(0);
  }

  static List<ObjectNode> lines(List<LogEntry> entries) {
    List<ObjectNode> lines = new ArrayList<>();
    for (LogEntry entry : entries) {
      lines.add(line(entry));
      if (entry instanceof LogEntry.Confirmation confirmation) {
        confirmation.objects().forEach(object -> lines.add(DataObjectText.encode(object)));
      }
    }
    return lines;
  }

  /** Reads the entries from line {@code from} on. */
  static List<LogEntry> entries(SinkId sink, String key, List<JsonNode> lines, int from)
      throws SinkException {
    List<LogEntry> entries = new ArrayList<>();
    int at = from;
    while (at < lines.size()) {
      JsonNode line = lines.get(at);
      int objects = line.path("objects").asInt();
      if (at + objects >= lines.size()) {
        throw FramedLines.damaged(key, "objects are missing behind line " + (at + 2));
      }
      entries.add(entry(sink, key, line, DataObjectText.decode(lines, at + 1, objects)));
      at += 1 + objects;
    }
    return entries;
  }

  static ObjectNode line(LogEntry entry) {
    ObjectNode line = FramedLines.MAPPER.createObjectNode();
    line.put("kind", entry instanceof LogEntry.Fence ? FENCE : CONFIRMATION);
    line.put("number", entry.number());
    line.put("instance", entry.instance());
    if (entry instanceof LogEntry.Fence fence) {
      line.put("generation", fence.generation().value());
      line.put("subtask", fence.scope().subtask());
      line.put("of", fence.scope().parallelism());
    } else if (entry instanceof LogEntry.Confirmation confirmation) {
      line.put("interval", confirmation.interval().toString());
      line.put("records", confirmation.records());
      line.put("objects", confirmation.objects().size());
    }
    return line;
  }

  private static LogEntry entry(SinkId sink, String key, JsonNode line, List<DataObject> objects)
      throws SinkException {
    long number = line.path("number").asLong();
    String instance = line.path("instance").asText();
    return switch (line.path("kind").asText()) {
      case FENCE -> fence(sink, key, line);
      case CONFIRMATION ->
          new LogEntry.Confirmation(
              number,
              IntervalId.parse(line.path("interval").asText()),
              line.path("records").asLong(),
              instance,
              objects);
      default -> throw FramedLines.damaged(key, "its kind is " + line.path("kind"));
    };
  }

  static LogEntry.Fence fence(SinkId sink, String key, JsonNode line) throws SinkException {
    int subtask = line.path("subtask").asInt();
    int parallelism = line.path("of").asInt();
    if (subtask < 0 || subtask >= parallelism) {
      throw FramedLines.damaged(key, "it is a fence of subtask " + subtask + " of " + parallelism);
    }
    return new LogEntry.Fence(
        line.path("number").asLong(),
        new Generation(line.path("generation").asLong()),
        new WriterScope(sink, subtask, parallelism),
        line.path("instance").asText());
  }
}
