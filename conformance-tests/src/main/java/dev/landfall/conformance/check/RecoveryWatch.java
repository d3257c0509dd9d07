package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.model.Rule;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What recovery leaves, whether it comes to an end at all, and what preflight lets through (T-7,
 * T-9, T-10, W-4, SI-6 to SI-8, HO-9). One thread at a time.
 */
final class RecoveryWatch implements Watch {
  private final Book book;
  private final Findings findings;
  private Optional<Event.Threw> lastThrown = Optional.empty();

  /** What lay in the store at the look before. */
  private Set<String> names = new HashSet<>();

  private final Map<String, String> currentInterval = new HashMap<>();

  RecoveryWatch(Book book, Findings findings) {
    this.book = book;
    this.findings = findings;
  }

  @Override
  public void on(Event event) {
    if (event instanceof Event.Preflight preflight) {
      checked(preflight);
    } else if (event instanceof Event.Asked asked) {
      asked(asked);
    } else if (event instanceof Event.Misspelt misspelt) {
      misspelt(misspelt);
    } else if (event instanceof Event.Raw raw && book.contract() == Contract.TWO_PHASE) {
      raw(raw);
    } else if (event instanceof Event.Recovered recovered) {
      recovered(book.instances().of(recovered.process()));
    } else if (event instanceof Event.Called called && called.call().equals("begin")) {
      String id = called.target();
      currentInterval.put(called.process() + " " + id.substring(0, id.lastIndexOf("/g")), id);
    } else if (event instanceof Event.Threw threw) {
      lastThrown = Optional.of(threw);
      emptyInterval(threw);
    } else if (event instanceof Event.Gone gone && gone.how() == Event.How.GAVE_UP) {
      stuck(gone);
    }
  }

  private void checked(Event.Preflight preflight) {
    boolean tooLong =
        preflight.timeoutMillis() > 0 && preflight.downtimeMillis() > preflight.timeoutMillis();
    if (book.contract() == Contract.TWO_PHASE && tooLong && preflight.errors().isEmpty()) {
      findings.saw(
          Rule.T_9,
          Outcome.BREACH,
          0,
          "",
          "",
          "preflight lets a pipeline start that may be down for "
              + preflight.downtimeMillis() / 1000
              + " s, on a store that ends transactions after "
              + preflight.timeoutMillis() / 1000
              + " s");
    }
  }

  private void asked(Event.Asked asked) {
    // A fault met preflight's own requests: to refuse by name and to start the next time is right.
    boolean hindered = asked.declared() && book.injected() > 0;
    if (asked.declared() == asked.errors().isEmpty() || hindered) {
      return;
    }
    findings.saw(
        Rule.SI_6,
        Outcome.BREACH,
        0,
        "",
        "",
        asked.declared()
            ? "the sink declares " + asked.what() + " and refuses: " + asked.errors()
            : "preflight lets a pipeline start that asks for "
                + asked.what()
                + ", which the sink does not declare (declare it, or answer with an error)");
  }

  /** A typo is no default: the sink does not open, and names what was meant. */
  private void misspelt(Event.Misspelt misspelt) {
    boolean named =
        misspelt.errors().stream().anyMatch(error -> error.contains("'" + misspelt.meant() + "'"));
    if (named) {
      return;
    }
    String what =
        misspelt.errors().isEmpty()
            ? "it opens with the key '" + misspelt.key() + "', which it does not know"
            : "it refuses the key '" + misspelt.key() + "' with " + misspelt.errors();
    findings.saw(
        Rule.SI_7,
        Outcome.BREACH,
        0,
        "",
        "",
        what + "; expected a refusal that names '" + misspelt.meant() + "'");
  }

  /** After a recovery nobody of an older generation begins or prepares anything (T-8). */
  private void raw(Event.Raw raw) {
    Set<String> before = names;
    names = new HashSet<>();
    for (RawEntry entry : raw.entries()) {
      names.add(entry.name());
      boolean appears = isTransaction(entry) && !before.contains(entry.name());
      if (appears && !entry.interval().isEmpty()) {
        book.instances()
            .recovered(entry.interval().substring(0, entry.interval().indexOf('/')))
            .filter(process -> isOlder(entry.interval(), process))
            .ifPresent(process -> ofTheDead(entry, process));
      }
    }
  }

  private void ofTheDead(RawEntry entry, Instance process) {
    findings.saw(
        Rule.T_8,
        Outcome.EFFECT_OF_OLD_INSTANCE,
        0,
        entry.interval(),
        "",
        entry.name() + " was begun after process " + process.number + " had recovered");
  }

  private static boolean isTransaction(RawEntry entry) {
    return entry.kind() == RawEntry.Kind.OPEN_TRANSACTION
        || entry.kind() == RawEntry.Kind.PREPARED_TRANSACTION;
  }

  private void recovered(Instance process) {
    if (book.contract() != Contract.TWO_PHASE) {
      return;
    }
    for (RawEntry entry : book.sight().raw()) {
      if (isTransaction(entry) && isOlder(entry.interval(), process)) {
        findings.saw(
            Rule.T_7,
            Outcome.BLOCKED_AFTER_RECOVERY,
            0,
            entry.interval(),
            "",
            entry.name() + " is still there after process " + process.number + " has recovered");
      }
    }
  }

  private static boolean isOlder(String interval, Instance process) {
    int generation = interval.lastIndexOf("/g");
    return interval.startsWith(process.pipeline + "/")
        && Long.parseLong(interval.substring(generation + 2, interval.lastIndexOf("/o")))
            < process.generation;
  }

  /** An interval without records is a real one, and asks for nothing that could fail. */
  private void emptyInterval(Event.Threw threw) {
    boolean ends = threw.call().equals("prepare");
    if (!ends || book.injected() > 0 || book.contract() != Contract.TWO_PHASE) {
      return;
    }
    String interval = currentInterval.getOrDefault(threw.process() + " " + threw.target(), "");
    List<String> records =
        book.intervals().named(interval).map(one -> one.records).orElse(List.of());
    if (records.isEmpty()) {
      findings.saw(
          Rule.T_10,
          Outcome.NEVER_RECOVERS,
          0,
          interval,
          "",
          "prepare of an interval without records threw " + threw.message());
    }
  }

  private void stuck(Event.Gone gone) {
    if (!findings.violations().isEmpty()) {
      // The cause was named when it happened; that nothing went on after it follows from it.
      return;
    }
    String record = book.requests().lastSent().map(op -> first(op.sent.records())).orElse("");
    findings.saw(
        stuckRule(record),
        Outcome.NEVER_RECOVERS,
        0,
        lastThrown.map(Event.Threw::target).orElse(""),
        record,
        gone.why());
  }

  private Rule stuckRule(String record) {
    if (!record.isEmpty() && book.isBad(record)) {
      return Rule.SI_8;
    }
    Optional<Interval> committing =
        lastThrown
            .filter(threw -> threw.call().equals("commit"))
            .flatMap(threw -> book.intervals().named(threw.target()));
    boolean lost = book.hasExpired() && committing.isPresent() && !book.isVisible(committing.get());
    if (isRescaling()) {
      return Rule.HO_9;
    }
    return switch (book.contract()) {
      case IDEMPOTENT -> Rule.I_4;
      case WRITE_AHEAD -> book.sight().isTorn() ? Rule.W_4 : Rule.W_3;
      case TWO_PHASE ->
          committing.isPresent() && book.isVisible(committing.get())
              ? Rule.T_3
              : lost ? Rule.T_5 : Rule.T_7;
    };
  }

  /** The last start is one with another number of writers, and never came to its end. */
  private boolean isRescaling() {
    return book.instances()
        .newest()
        .flatMap(
            last -> book.instances().recovered(last.pipeline).map(before -> differ(before, last)))
        .orElse(false);
  }

  private static boolean differ(Instance one, Instance other) {
    return one.parallelism != other.parallelism;
  }

  private static String first(List<String> records) {
    return records.isEmpty() ? "" : records.get(0);
  }
}
