package dev.landfall.conformance.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that happened in one run, in order: the only thing that the checker reads. Immutable,
 * thread-safe.
 *
 * @param header what it is a history of
 * @param events what happened
 */
public record History(Header header, List<Event> events) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public History {
    events = List.copyOf(events);
  }

  /** One JSON object a line, the header first: the layout of {@code history.jsonl}. */
  public String toJsonLines() {
    StringBuilder lines = new StringBuilder();
    try {
      lines.append(JSON.writeValueAsString(header)).append('\n');
      for (Event event : events) {
        lines.append(JSON.writerFor(Event.class).writeValueAsString(event)).append('\n');
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write a history: " + e.getMessage(), e);
    }
    return lines.toString();
  }

  /**
   * The inverse of {@link #toJsonLines()}.
   *
   * @throws IllegalArgumentException if {@code lines} is not a history of this layout
   */
  public static History read(String lines) {
    try {
      List<String> all = lines.lines().toList();
      Header header = JSON.readValue(all.get(0), Header.class);
      List<Event> events = new ArrayList<>();
      for (String line : all.subList(1, all.size())) {
        events.add(JSON.readValue(line, Event.class));
      }
      return new History(header, events);
    } catch (JsonProcessingException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          "Cannot read a history: " + e.getMessage() + ", expected a header and one event a line",
          e);
    }
  }
}
