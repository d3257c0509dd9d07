package dev.landfall.conformance.replay;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RecordDifference;
import dev.landfall.conformance.model.Source;
import dev.landfall.conformance.model.View;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a reader saw at the end of a history beside what the schedule asked for. The checker judges;
 * this is only shown. Stateless, thread-safe.
 */
final class Differences {
  private static final String NOTHING = "nothing";

  private Differences() {}

  static List<RecordDifference> of(History history) {
    List<Item> seen = List.of();
    Set<String> written = new HashSet<>();
    for (Event event : history.events()) {
      if (event instanceof Event.Seen one) {
        seen = one.items();
      } else if (event instanceof Event.Wrote one) {
        written.add(one.record());
      }
    }
    List<Source> asked =
        history.header().sources().stream()
            .filter(source -> written.contains(source.id()) && source.kind() != Source.Kind.BAD)
            .toList();
    return history.header().view() == View.KEYED ? byKey(asked, seen) : byRow(asked, seen);
  }

  private static List<RecordDifference> byKey(List<Source> asked, List<Item> seen) {
    Map<String, String> expected = new LinkedHashMap<>();
    asked.forEach(
        source ->
            expected.put(
                source.key(), source.kind() == Source.Kind.DELETE ? NOTHING : source.id()));
    Map<String, String> actual = new LinkedHashMap<>();
    seen.forEach(item -> actual.put(item.key(), item.record()));
    List<RecordDifference> differences = new ArrayList<>();
    expected.forEach(
        (key, record) -> {
          String there = actual.getOrDefault(key, NOTHING);
          if (!there.equals(record)) {
            differences.add(new RecordDifference(key, record, there));
          }
        });
    return differences;
  }

  private static List<RecordDifference> byRow(List<Source> asked, List<Item> seen) {
    List<RecordDifference> differences = new ArrayList<>();
    for (Source source : asked) {
      long copies = seen.stream().filter(item -> item.record().equals(source.id())).count();
      if (copies != 1) {
        String there = copies == 0 ? NOTHING : copies + " copies";
        differences.add(new RecordDifference(source.id(), "1 copy", there));
      }
    }
    return differences;
  }
}
