package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Judgement;
import dev.landfall.conformance.model.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges one history. Stateless, thread-safe.
 *
 * <p><b>Protocol.</b> {@link Book} is brought up to an event, then every watch looks at it. A watch
 * reads the book and reports outcomes; the outcome table decides whether an outcome is a failure
 * for this contract and these declarations.
 *
 * <p><b>Invariants.</b> Nothing but the history is read: the same history gives the same judgement
 * in any process, and an old one can be judged by a newer checker. A wrong record is explained
 * once, by the first watch that can name a cause, in the order requests, answers, views: so one
 * fault of a sink does not fire the rules of everything that follows from it.
 */
public final class Checker {
  private Checker() {}

  /** What the history says about its sink. */
  public static Judgement judge(History history) {
    Book book = new Book(history.header(), history.events());
    Findings findings = new Findings(history.header());
    // An array: going through a list makes an iterator for each event of a hundred thousand runs.
    Watch[] watches = watches(book, findings).toArray(Watch[]::new);
    boolean settled = false;
    for (Event event : history.events()) {
      book.write(event);
      for (Watch watch : watches) {
        watch.on(event);
      }
      book.afterwards(event);
      settled |= event instanceof Event.Settled end && end.phase().equals("end");
    }
    return judgement(history, book, findings, settled);
  }

  /** Those that have something to look for under this contract, in the order of their say. */
  private static List<Watch> watches(Book book, Findings findings) {
    KeyWatch keys = new KeyWatch(book, findings);
    List<Watch> views =
        book.contract() == Contract.IDEMPOTENT
            ? List.of(new WaitWatch(book, findings), keys)
            : List.of(
                new CommitWatch(book, findings),
                new ViewWatch(book, findings),
                new PartWatch(book, findings),
                new WaitWatch(book, findings));
    List<Watch> watches = new ArrayList<>();
    watches.add(new HostWatch(book, findings));
    watches.add(new BoundsWatch(book, findings));
    watches.add(new TextWatch(book, findings));
    watches.add(new NameWatch(book, findings));
    watches.add(new StagingWatch(book, findings));
    watches.addAll(views);
    watches.add(new RecoveryWatch(book, findings));
    watches.add(new EndWatch(book, findings, keys));
    return watches;
  }

  private static Judgement judgement(
      History history, Book book, Findings findings, boolean settled) {
    int planned = history.header().faults();
    String why =
        book.injected() < planned
            ? book.injected() + " of " + planned + " faults fired"
            : settled ? "" : "the run was not made to its end";
    Verdict verdict =
        !findings.violations().isEmpty()
            ? Verdict.FAIL
            : why.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
    return new Judgement(verdict, findings.violations(), findings.declared(), why);
  }
}
