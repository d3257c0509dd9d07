package dev.landfall.conformance.wire;

import dev.landfall.conformance.host.Outing;
import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.junit.Declarations;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.Judgement;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.RecordDifference;
import dev.landfall.conformance.model.Source;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.replay.HistoryLanes;
import dev.landfall.conformance.wire.proxy.Transcript;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts the result of one run together. Stateless, thread-safe. */
final class PointResults {
  /** Of which runs the transcript is kept. */
  enum Keep {
    WHAT_FAILED,
    ALL
  }

  private PointResults() {}

  static PointResult of(
      Outing outing,
      Plan plan,
      Judgement whole,
      Declarations declarations,
      Transcript transcript,
      long millis,
      Keep keep) {
    Judgement judgement = declarations.waive(whole);
    boolean brief = keep == Keep.WHAT_FAILED && judgement.verdict() == Verdict.PASS;
    History history = outing.history();
    return new PointResult(
        plan.schedule().id(),
        plan.schedule().title(),
        plan.faults(),
        outing.strikes().stream().map(strike -> strike.point().phase()).findFirst(),
        outing.cells(),
        history.header().sink() + ";" + plan.token(),
        judgement.verdict(),
        judgement.why(),
        judgement.declared(),
        judgement.violations(),
        declarations.waived(whole),
        brief ? List.of() : transcript.lines(),
        brief ? List.of() : HistoryLanes.of(history).lanes(),
        brief ? List.of() : differences(history),
        millis);
  }

  private static List<RecordDifference> differences(History history) {
    List<Item> items = List.of();
    for (Event event : history.events()) {
      items = event instanceof Event.Seen seen ? seen.items() : items;
    }
    return history.header().view() == View.KEYED ? keys(history, items) : rows(history, items);
  }

  private static List<RecordDifference> rows(History history, List<Item> items) {
    Map<String, Integer> copies = new HashMap<>();
    items.forEach(item -> copies.merge(item.record(), 1, Integer::sum));
    List<RecordDifference> differences = new ArrayList<>();
    for (Source source : history.header().sources()) {
      int seen = copies.getOrDefault(source.id(), 0);
      int expected = source.kind() == Source.Kind.BAD ? 0 : 1;
      if (seen != expected) {
        differences.add(new RecordDifference(source.id(), copies(expected), copies(seen)));
      }
    }
    return differences;
  }

  private static String copies(int number) {
    return number == 0 ? "not there" : number == 1 ? "1 copy" : number + " copies";
  }

  private static List<RecordDifference> keys(History history, List<Item> items) {
    Map<String, String> expected = new LinkedHashMap<>();
    for (Source source : history.header().sources()) {
      switch (source.kind()) {
        case PUT -> expected.put(source.key(), source.id());
        case DELETE -> expected.remove(source.key());
        case BAD -> {}
      }
    }
    Map<String, String> seen = new LinkedHashMap<>();
    items.forEach(item -> seen.put(item.key(), item.record()));
    Map<String, String> all = new LinkedHashMap<>(expected);
    seen.forEach(all::putIfAbsent);
    List<RecordDifference> differences = new ArrayList<>();
    for (String key : all.keySet()) {
      String wanted = expected.getOrDefault(key, "not there");
      String is = seen.getOrDefault(key, "not there");
      if (!wanted.equals(is)) {
        differences.add(new RecordDifference(key, wanted, is));
      }
    }
    return differences;
  }
}
