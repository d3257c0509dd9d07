package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Marker;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a sink holds and what it lets out: buffers and sessions have a bound, an errored writer
 * sends nothing more, a secret stays where it is (SI-2, SI-3, SI-9, T-13). One thread at a time.
 */
final class BoundsWatch implements Watch {
  /** Records of the suite that a sink under test may hold back; they are short. */
  static final int MAX_HELD_RECORDS = 128;

  /** As many checkpoints in a row, each with more sessions than the one before, are a leak. */
  private static final int GROWING_CHECKPOINTS = 4;

  private final Book book;
  private final Findings findings;
  private final Map<Integer, Set<String>> held = new HashMap<>();
  private final Map<Integer, List<Integer>> sessions = new HashMap<>();
  private final Set<Integer> poisoned = new HashSet<>();

  BoundsWatch(Book book, Findings findings) {
    this.book = book;
    this.findings = findings;
  }

  @Override
  public void on(Event event) {
    if (event instanceof Event.Wrote wrote) {
      wrote(wrote);
    } else if (event instanceof Event.Sent sent) {
      sent.records().forEach(held(sent.process())::remove);
      sent(sent);
      if (tellsPassword(sent.name())) {
        secret(sent.where().toString());
      }
    } else if (event instanceof Event.Rejected rejected) {
      held(rejected.process()).remove(rejected.record());
      if (tellsPassword(rejected.reason())) {
        secret("the reason of a rejection");
      }
    } else if (event instanceof Event.Told told) {
      secret(told.where());
    } else if (event instanceof Event.Sessions now) {
      sessions(now);
    } else if (event instanceof Event.Threw threw) {
      threw(threw);
    } else if (event instanceof Event.Returned returned) {
      if (tellsPassword(returned.result())) {
        secret("what " + returned.call() + " returned");
      }
    }
  }

  private Set<String> held(int process) {
    return held.computeIfAbsent(process, none -> new HashSet<>());
  }

  private void wrote(Event.Wrote wrote) {
    if (!book.requests().carryRecords()) {
      return;
    }
    Set<String> ofProcess = held(wrote.process());
    ofProcess.add(wrote.record());
    if (ofProcess.size() > MAX_HELD_RECORDS) {
      saw(
          Rule.SI_3,
          wrote.interval(),
          wrote.record(),
          "more than " + MAX_HELD_RECORDS + " records wait in the sink, and write takes more");
    }
  }

  private void sent(Event.Sent sent) {
    boolean closing =
        book.instances()
            .of(sent.process())
            .call()
            .filter(c -> c.call().equals("close"))
            .isPresent();
    boolean writes =
        switch (sent.access()) {
          case STAGE, PREPARE, PUT, CONFIRM -> true;
          case READ, COMMIT, ABORT, FENCE, LOG, LOCK -> false;
        };
    if (closing && writes && poisoned.contains(sent.process())) {
      saw(
          Rule.SI_2,
          "",
          sent.records().isEmpty() ? "" : sent.records().get(0),
          "after an error, close sent " + sent.where());
    }
  }

  private void threw(Event.Threw threw) {
    switch (threw.call()) {
      case "write", "flush", "prepare", "begin" -> poisoned.add(threw.process());
      default -> {}
    }
    if (tellsPassword(threw.message())) {
      secret("the error of " + threw.call());
    }
  }

  private void sessions(Event.Sessions now) {
    List<Integer> counts = sessions.computeIfAbsent(now.process(), none -> new ArrayList<>());
    if (!counts.isEmpty() && now.open() <= counts.get(counts.size() - 1)) {
      counts.clear();
    }
    counts.add(now.open());
    if (counts.size() >= GROWING_CHECKPOINTS) {
      findings.saw(
          Rule.T_13,
          Outcome.BREACH,
          now.checkpoint(),
          "",
          "",
          "process " + now.process() + " holds more sessions at each checkpoint: " + counts);
    }
  }

  private static boolean tellsPassword(String text) {
    return text.contains(Marker.SECRET);
  }

  private void secret(String where) {
    saw(Rule.SI_9, "", "", where + " tells the sink's password");
  }

  private void saw(Rule rule, String writer, String record, String message) {
    findings.saw(rule, Outcome.BREACH, 0, writer, record, message);
  }
}
