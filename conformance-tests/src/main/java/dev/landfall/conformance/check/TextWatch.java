package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Rule;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Whether text arrives as it was handed over, whatever the default of the machine (SI-10). One
 * thread at a time.
 *
 * <p>Only keys tell: a record whose value is not what was handed over is one that nobody wrote. And
 * only keys beyond ASCII do, for everything else is the same in any charset that is somebody's
 * default.
 */
final class TextWatch implements Watch {
  private final Book book;
  private final Findings findings;
  private final boolean beyondAscii;

  TextWatch(Book book, Findings findings) {
    this.book = book;
    this.findings = findings;
    CharsetEncoder ascii = StandardCharsets.US_ASCII.newEncoder();
    this.beyondAscii = book.sources().stream().anyMatch(one -> !ascii.canEncode(one.key()));
  }

  @Override
  public void on(Event event) {
    if (beyondAscii && event instanceof Event.Seen seen) {
      seen.items().forEach(this::look);
    }
  }

  private void look(Item item) {
    if (item.key().isEmpty() || !book.isKnown(item.record())) {
      return; // Rows without keys tell nothing.
    }
    String expected = book.source(item.record()).key();
    if (!item.key().equals(expected) && !book.isExplained(item.record())) {
      book.explain(item.record());
      Optional<Interval> interval = book.intervals().durable(item.record());
      findings.saw(
          Rule.SI_10,
          Outcome.BREACH,
          interval.map(one -> one.checkpoint).orElse(0L),
          interval.map(one -> one.id).orElse(""),
          item.record(),
          "its key is there as '"
              + item.key()
              + "', expected '"
              + expected
              + "' (write text as UTF-8, and name the charset)");
    }
  }
}
