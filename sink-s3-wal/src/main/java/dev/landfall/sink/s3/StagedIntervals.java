package dev.landfall.sink.s3;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds every interval that the log in the store keeps something about. Stateless, thread-safe. */
final class StagedIntervals {
  private static final Pattern SUBTASK = Pattern.compile("(\\d{1,9})");
  private static final Pattern GENERATION = Pattern.compile("g(\\d{1,18})");
  private static final Pattern ORDINAL = Pattern.compile("o(\\d{1,18})");

  private final Bookkeeping bookkeeping;
  private final ObjectStore store;

  StagedIntervals(Bookkeeping bookkeeping, ObjectStore store) {
    this.bookkeeping = bookkeeping;
    this.store = store;
  }

  /** In the order of writers and intervals, whatever the parallelism was. */
  List<StagedInterval> all() throws SinkException, InterruptedException {
    List<StagedInterval> all = new ArrayList<>();
    for (long subtask : numbers(bookkeeping.stagedSubtasks(), SUBTASK)) {
      WriterId writer = bookkeeping.sink().writer(Math.toIntExact(subtask));
      String folder = bookkeeping.staged(writer.subtask());
      for (long generation : numbers(folder, GENERATION)) {
        for (long ordinal : numbers(folder + 'g' + generation + '/', ORDINAL)) {
          IntervalId interval = new IntervalId(writer, new Generation(generation), ordinal);
          all.add(new StagedInterval(interval, bookkeeping, store));
        }
      }
    }
    return all;
  }

  /** The newest generation of which a writer of the scope has staged anything. */
  Generation newest(WriterScope scope) throws SinkException, InterruptedException {
    Generation newest = Generation.NONE;
    for (long subtask : numbers(bookkeeping.stagedSubtasks(), SUBTASK)) {
      WriterId writer = bookkeeping.sink().writer(Math.toIntExact(subtask));
      if (scope.contains(writer)) {
        for (long generation : numbers(bookkeeping.staged(writer.subtask()), GENERATION)) {
          newest = newest.max(new Generation(generation));
        }
      }
    }
    return newest;
  }

  private Set<Long> numbers(String folder, Pattern pattern)
      throws SinkException, InterruptedException {
    Set<Long> numbers = new TreeSet<>();
    for (String name : store.folders(folder)) {
      Matcher matcher = pattern.matcher(name);
      if (matcher.matches()) {
        numbers.add(Long.parseLong(matcher.group(1)));
      }
    }
    return numbers;
  }
}
