package dev.landfall.conformance.schedule;

import dev.landfall.conformance.schedule.Step.Option;
import java.util.List;
import java.util.stream.Stream;

/**
 * The host schedules: the plain one, P1 to P22 with variants, P23 and P24. Small scope: three
 * checkpoints, two writers, two keys a split, four records an interval, a tail of three. Stateless,
 * thread-safe.
 */
public final class Schedules {
  private Schedules() {}

  private static Schedule.Builder of(String id, String title) {
    return new Schedule.Builder(id, title);
  }

  /** In the order in which they are run. */
  public static List<Schedule> all() {
    return List.of(
        of("P0", "nothing unusual").start(2).round().round().round().end(),
        of("P1", "notification repeated").start(2).round().commit(1).round().commit(2).end(),
        of("P2", "notification missed").start(2).unheard().round().unheard().end(),
        of("P3", "notification late")
            .start(2)
            .unheard()
            .write(4)
            .commit(1)
            .barrier()
            .durable(2)
            .commit(2)
            .end(),
        of("P4", "a checkpoint fails, the next one completes")
            .start(2)
            .write(4)
            .barrier()
            .fail(1)
            .round()
            .round()
            .end(),
        of("P5", "prepared, nothing heard, crash, older restored")
            .start(2)
            .round()
            .write(4)
            .barrier()
            .kill()
            .start(2)
            .round()
            .end(),
        of("P6", "durable, no notification, crash")
            .start(2)
            .round()
            .unheard()
            .kill()
            .start(2)
            .round()
            .end(),
        of("P7", "an older checkpoint is restored after a newer one was committed")
            .start(2)
            .round()
            .round()
            .kill()
            .start(2, Option.OLDER, Option.ACCEPT_REPLAY)
            .round()
            .end(),
        of("P7b", "the same, and nobody accepts the replay")
            .start(2)
            .round()
            .round()
            .kill()
            .start(2, Option.OLDER)
            .end(),
        of("P7c", "the state is lost, and nobody accepts the replay")
            .start(2)
            .round()
            .round()
            .kill()
            .start(2, Option.EMPTY_STATE)
            .end(),
        of("P8", "restored twice")
            .start(2)
            .round()
            .unheard()
            .kill()
            .start(2)
            .kill()
            .start(2)
            .round()
            .end(),
        of("P9", "parallelism 2, 4, 2, 3, 1")
            .splits(4)
            .start(2)
            .round()
            .write(2)
            .kill()
            .start(4)
            .unheard()
            .write(2)
            .barrier()
            .kill()
            .start(2)
            .write(2)
            .barrier()
            .kill()
            .start(3)
            .round()
            .start(1)
            .end(),
        of("P10", "empty interval, idle writer")
            .start(2)
            .write(4)
            .barrier()
            .durable(1)
            .commit(1)
            .barrier()
            .durable(2)
            .commit(2)
            .write(4, Option.ONE_IDLE)
            .barrier()
            .durable(3)
            .commit(3)
            .end(),
        of("P11", "end of input with a tail, then finished twice")
            .start(2)
            .round()
            .records(7)
            .finish()
            .start(2)
            .end(),
        of("P12", "close between prepare and commit")
            .start(2)
            .round()
            .unheard()
            .close()
            .start(2)
            .write(4)
            .barrier()
            .write(2)
            .close()
            .start(2)
            .round()
            .end(),
        of("P13", "two checkpoints in flight")
            .start(2)
            .write(4)
            .barrier()
            .write(4)
            .barrier()
            .durable(1)
            .commit(1)
            .durable(2)
            .commit(2)
            .round()
            .end(),
        of("P13b", "so many checkpoints unheard that the store takes no more")
            .start(2)
            .unheardRounds(9)
            .end(),
        of("P14", "gap in the ids")
            .start(2)
            .round()
            .write(4)
            .barrier(Option.GAP)
            .durable(2)
            .commit(2)
            .end(),
        of("P15", "submitted again under a new attempt")
            .start(2)
            .round()
            .close()
            .start(2, Option.NEW_ATTEMPT)
            .round()
            .close()
            .start(2, Option.NEW_ATTEMPT)
            .end(),
        of("P16", "replay in other batch cuts")
            .recuts()
            .start(2)
            .round()
            .write(4)
            .barrier()
            .kill()
            .start(2)
            .write(3)
            .barrier()
            .durable(3)
            .commit(3)
            .end(),
        of("P17", "other interleaving across writers")
            .start(2)
            .write(4, Option.IN_BLOCKS)
            .barrier()
            .kill()
            .start(2)
            .round()
            .write(4, Option.IN_BLOCKS)
            .barrier()
            .durable(3)
            .commit(3)
            .end(),
        of("P18", "only one writer prepared")
            .start(2)
            .round()
            .write(4)
            .barrier(Option.FIRST_WRITER_ONLY)
            .kill()
            .start(2)
            .round()
            .end(),
        of("P19", "a record that cannot be written, in the middle of a batch")
            .bad(6)
            .start(2)
            .round()
            .round()
            .kill()
            .start(2)
            .end(),
        of("P20", "deletes replayed")
            .records(8)
            .start(2)
            .round()
            .write(4)
            .barrier()
            .kill()
            .start(2)
            .end(),
        of("P21", "crash during recovery")
            .start(2)
            .round()
            .unheard()
            .write(2)
            .kill()
            .start(2)
            .kill()
            .start(2)
            .round()
            .end(),
        of("P22", "two pipelines, a and ab, on one store")
            .pipelines("a", "ab")
            .lane(1)
            .start(2)
            .lane(0)
            .start(2)
            .round()
            .lane(1)
            .write(4)
            .barrier()
            .durable(1)
            .lane(0)
            .write(4)
            .kill()
            .start(2)
            .lane(1)
            .commit(1)
            .finish()
            .lane(0)
            .finish()
            .build(),
        of("P23", "a long interval").splits(1).records(300).start(1).end(),
        of("P24", "text beyond ASCII, and a restart on another machine")
            .keysEnding("\u00e9\u2603")
            .start(2)
            .round()
            .kill()
            .start(2)
            .end());
  }

  /**
   * The plain one with one checkpoint and an end of input: where every operation of a sink occurs,
   * and each costs time.
   */
  public static Schedule brief() {
    return of("P0b", "nothing unusual, brief").records(8).start(2).round().end();
  }

  /**
   * The schedule of that id.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Schedule of(String id) {
    return Stream.concat(Stream.of(brief()), all().stream())
        .filter(schedule -> schedule.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot find schedule '" + id + "', expected P0 to P24"));
  }
}
