package dev.landfall.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.runner.PendingEntry;
import dev.landfall.sdk.admin.StoreEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Entries of a store as text and as JSON. Stateless, thread-safe. */
final class Entries {
  static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final String MARGIN = "    ";

  private Entries() {}

  static ObjectNode json(PendingEntry pending) {
    ObjectNode node = json(pending.entry());
    node.put("place", pending.place().name().toLowerCase(java.util.Locale.ROOT));
    pending.named().ifPresent(one -> node.put("records", one.committable().records()));
    ArrayNode checkpoints = node.putArray("checkpoints");
    pending.checkpoints().forEach(id -> checkpoints.add(id.value()));
    if (!pending.remark().isEmpty()) {
      node.put("remark", pending.remark());
    }
    return node;
  }

  static ObjectNode json(StoreEntry entry) {
    ObjectNode node = NODES.objectNode();
    node.put("name", entry.name());
    node.put("what", entry.what());
    entry.interval().ifPresent(interval -> node.put("interval", interval.toString()));
    entry.age().ifPresent(age -> node.put("ageSeconds", seconds(age)));
    entry.left().ifPresent(left -> node.put("leftSeconds", seconds(left)));
    ObjectNode details = node.putObject("details");
    entry.details().forEach(details::put);
    return node;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  static List<String> text(PendingEntry pending) {
    List<String> lines = new ArrayList<>();
    lines.add(pending.entry().name());
    lines.add(MARGIN + standing(pending));
    if (pending.place() != PendingEntry.Place.VISIBLE) {
      List<String> facts = text(pending.entry());
      lines.addAll(facts.subList(1, facts.size()));
    }
    return lines;
  }

  /** What a start makes of it. */
  private static String standing(PendingEntry pending) {
    String named =
        pending.isNamed()
            ? "checkpoint "
                + pending.checkpoints().stream()
                    .map(Object::toString)
                    .collect(Collectors.joining(", "))
                + " counts on it, "
                + pending.records()
            : "no checkpoint names it";
    return named
        + switch (pending.place()) {
          case STORE -> pending.isNamed() ? ": a start commits it" : ": a start aborts it";
          case LOG -> ": a start publishes it from the log in the state directory";
          case VISIBLE -> ": visible already, a start finds that out";
          case DAMAGED, GONE -> ": LOST, a start ends with exit code 5 (" + pending.remark() + ")";
        };
  }

  static List<String> text(StoreEntry entry) {
    List<String> lines = new ArrayList<>();
    lines.add(entry.name());
    List<String> facts = new ArrayList<>(List.of(entry.what()));
    entry
        .interval()
        .filter(interval -> !entry.name().contains(interval.toString()))
        .ifPresent(interval -> facts.add("interval " + interval));
    entry.age().ifPresent(age -> facts.add(text(age) + " old"));
    entry.left().ifPresent(left -> facts.add(text(left) + " left until the store ends it"));
    lines.add(MARGIN + String.join(", ", facts));
    if (!entry.details().isEmpty()) {
      lines.add(
          MARGIN
              + entry.details().entrySet().stream()
                  .map(one -> one.getKey() + " " + one.getValue())
                  .collect(Collectors.joining(", ")));
    }
    return lines;
  }

  /** {@code 3 d 4 h}, {@code 2 min 5 s}, {@code 0.4 s}. */
  static String text(Duration duration) {
    if (duration.toDays() > 0) {
      return duration.toDays() + " d " + duration.toHoursPart() + " h";
    }
    if (duration.toHours() > 0) {
      return duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }
    if (duration.toMinutes() > 0) {
      return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
    }
    return String.format(java.util.Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }
}
