package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Rule;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a host may ask of a sink and when (HO-1, HO-2, HO-3, HO-4, HO-6, HO-7, HO-8, HO-11, HO-12,
 * HO-13, HO-14), and that a start is refused with a reason alone (HO-15). One thread at a time.
 */
final class HostWatch implements Watch {
  private final Book book;
  private final Findings findings;

  /** The newest checkpoint id of each pipeline. */
  private final Map<String, Long> newestId = new HashMap<>();

  /** The last offset that a process was handed, by process and split. */
  private final Map<String, Long> handedOver = new HashMap<>();

  /** What was asked for whether it is alive, since the last checkpoint of its process. */
  private final Map<Integer, Set<String>> alive = new HashMap<>();

  /** Processes whose store had no more to give. */
  private final Set<Instance> exhausted = new HashSet<>();

  HostWatch(Book book, Findings findings) {
    this.book = book;
    this.findings = findings;
  }

  @Override
  public void on(Event event) {
    if (event instanceof Event.Wrote wrote) {
      wrote(wrote);
    } else if (event instanceof Event.Called called) {
      called(called);
    } else if (event instanceof Event.Overlapped two) {
      saw(
          Rule.HO_3,
          0,
          two.writer(),
          "",
          two.call() + " was called while " + two.under() + " of the same writer had not returned");
    } else if (event instanceof Event.Durable durable) {
      durable(durable, book.instances().of(durable.process()));
    } else if (event instanceof Event.Refused refused) {
      refused(book.instances().of(refused.process()));
    } else if (event instanceof Event.Answered answered
        && answered.error().startsWith("EXHAUSTED")) {
      exhausted.add(book.requests().numbered(answered.op()).process);
    }
  }

  // ---- records

  private void wrote(Event.Wrote wrote) {
    Instance process = book.instances().of(wrote.process());
    long times =
        book.intervals().of(wrote.record()).stream()
            .filter(interval -> interval.process == process)
            .count();
    if (times > 1) {
      book.explain(wrote.record());
      saw(
          Rule.HO_2,
          0,
          wrote.interval(),
          wrote.record(),
          "process " + process.number + " hands it over in " + times + " intervals");
      return;
    }
    long offset = book.source(wrote.record()).offset();
    String split = process.number + " " + book.source(wrote.record()).split();
    Long before = handedOver.put(split, offset);
    if (before != null && offset != before + 1) {
      saw(
          Rule.HO_7,
          0,
          wrote.interval(),
          wrote.record(),
          "handed over after offset " + before + " of its split, expected " + (before + 1));
    }
  }

  // ---- calls

  private void called(Event.Called called) {
    Instance process = book.instances().of(called.process());
    switch (called.call()) {
      case "commit" ->
          book.intervals()
              .named(called.target())
              .ifPresent(interval -> committed(interval, process));
      case "liveness" ->
          alive.computeIfAbsent(process.number, none -> new HashSet<>()).add(called.target());
      case "fence" -> fenced(process);
      default -> {}
    }
  }

  private void committed(Interval interval, Instance process) {
    if (interval.checkpoint == 0) {
      saw(
          Rule.HO_4,
          interval,
          "its commit is called, and no checkpoint that holds it is durable yet");
    } else if (interval.abandoned && !book.instances().isSucceeded(process)) {
      // One that stood still while a successor went back cannot know; its commit is the sink's to
      // refuse (T-8, W-6).
      saw(
          Rule.HO_6,
          interval,
          "its commit is called, and the checkpoint that was restored does not hold it");
    }
  }

  private void fenced(Instance process) {
    for (Interval interval : book.intervals().all()) {
      boolean restored =
          interval.process.pipeline.equals(process.pipeline)
              && interval.process.number < process.number
              && interval.committable
              && interval.checkpoint > 0
              && !interval.abandoned;
      if (restored && interval.claim.isEmpty()) {
        saw(
            Rule.HO_8,
            interval,
            "process " + process.number + " fences before the restored interval has ended");
      }
    }
  }

  /** A store that is not ahead is no reason, and a pipeline that is refused each time is down. */
  private void refused(Instance process) {
    boolean ahead =
        book.intervals().all().stream()
            .filter(interval -> interval.process.pipeline.equals(process.pipeline))
            .filter(interval -> interval.process.number < process.number)
            .filter(interval -> interval.checkpoint == 0 || interval.checkpoint > process.restored)
            .anyMatch(interval -> interval.commitAsked || book.isVisible(interval));
    if (!ahead) {
      findings.saw(
          Rule.HO_15,
          Outcome.NEVER_RECOVERS,
          process.restored,
          "",
          "",
          "process "
              + process.number
              + " is refused as behind its store, where nothing was committed that its checkpoint"
              + " does not hold");
    }
  }

  // ---- checkpoints

  private void durable(Event.Durable durable, Instance process) {
    if (book.instances().isSucceeded(process)) {
      breach(durable, Rule.HO_11, "made durable after a successor had started");
      return;
    }
    Long newest = newestId.get(process.pipeline);
    if (newest != null && durable.checkpoint() <= newest) {
      breach(durable, Rule.HO_1, "its id follows " + newest + ", expected a greater one");
    }
    newestId.merge(process.pipeline, durable.checkpoint(), Math::max);
    if (exhausted.contains(process)) {
      breach(durable, Rule.HO_14, "completed after the store had no more to give");
    }
    passedOver(durable, process);
    askedWhetherAlive(durable, process);
  }

  /** Every writer is part of every checkpoint, and so is what an older one left pending. */
  private void passedOver(Event.Durable durable, Instance process) {
    if (durable.ended().size() < process.parallelism) {
      breach(
          durable,
          Rule.HO_12,
          durable.ended()
              + " were ended, expected one interval of each of "
              + process.parallelism
              + " writers");
    }
    for (String id : durable.ended()) {
      Interval ended = book.intervals().of(process, id);
      for (Interval older : book.intervals().all()) {
        boolean before =
            older.process == process
                && older.writer().equals(ended.writer())
                && older.ordinal() < ended.ordinal();
        if (before && older.committable && older.checkpoint == 0) {
          book.explain(older.records);
          saw(
              Rule.HO_6,
              durable.checkpoint(),
              older.id,
              first(older),
              "checkpoint " + durable.checkpoint() + " completed without it");
        }
      }
    }
  }

  private void askedWhetherAlive(Event.Durable durable, Instance process) {
    Set<String> asked = alive.getOrDefault(process.number, Set.of());
    if (book.contract() == Contract.TWO_PHASE) {
      for (String id : durable.pending()) {
        if (!asked.contains(id)) {
          saw(
              Rule.HO_13,
              durable.checkpoint(),
              id,
              "",
              "nobody asked whether it is still alive before the checkpoint became durable");
        }
      }
    }
    alive.remove(process.number);
  }

  private static String first(Interval interval) {
    return interval.records.isEmpty() ? "" : interval.records.get(0);
  }

  private void breach(Event.Durable durable, Rule rule, String message) {
    saw(rule, durable.checkpoint(), "", "", message);
  }

  private void saw(Rule rule, Interval interval, String message) {
    saw(rule, interval.checkpoint, interval.id, first(interval), message);
  }

  private void saw(Rule rule, long checkpoint, String writer, String record, String message) {
    findings.saw(rule, Outcome.BREACH, checkpoint, writer, record, message);
  }
}
