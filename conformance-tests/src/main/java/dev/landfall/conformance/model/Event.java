package dev.landfall.conformance.model;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/**
 * One line of a history: what the host did, what the sink was asked and answered, what reached the
 * store, and what the observer saw. Immutable, thread-safe.
 *
 * <p>{@code process} counts the starts of a run, over all its pipelines. Intervals are written as
 * {@code pipeline/sink/subtask/gG/oO}, records as {@code split:offset}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Event.Started.class, name = "started"),
  @JsonSubTypes.Type(value = Event.Preflight.class, name = "preflight"),
  @JsonSubTypes.Type(value = Event.Asked.class, name = "asked"),
  @JsonSubTypes.Type(value = Event.Misspelt.class, name = "misspelt"),
  @JsonSubTypes.Type(value = Event.Took.class, name = "took"),
  @JsonSubTypes.Type(value = Event.Recovered.class, name = "recovered"),
  @JsonSubTypes.Type(value = Event.Refused.class, name = "refused"),
  @JsonSubTypes.Type(value = Event.Called.class, name = "called"),
  @JsonSubTypes.Type(value = Event.Returned.class, name = "returned"),
  @JsonSubTypes.Type(value = Event.Threw.class, name = "threw"),
  @JsonSubTypes.Type(value = Event.Overlapped.class, name = "overlapped"),
  @JsonSubTypes.Type(value = Event.Wrote.class, name = "wrote"),
  @JsonSubTypes.Type(value = Event.Rejected.class, name = "rejected"),
  @JsonSubTypes.Type(value = Event.Told.class, name = "told"),
  @JsonSubTypes.Type(value = Event.Ended.class, name = "ended"),
  @JsonSubTypes.Type(value = Event.Durable.class, name = "durable"),
  @JsonSubTypes.Type(value = Event.Sessions.class, name = "sessions"),
  @JsonSubTypes.Type(value = Event.Failed.class, name = "failed"),
  @JsonSubTypes.Type(value = Event.Notified.class, name = "notified"),
  @JsonSubTypes.Type(value = Event.Completed.class, name = "completed"),
  @JsonSubTypes.Type(value = Event.Gone.class, name = "gone"),
  @JsonSubTypes.Type(value = Event.Injected.class, name = "injected"),
  @JsonSubTypes.Type(value = Event.Sent.class, name = "sent"),
  @JsonSubTypes.Type(value = Event.Applied.class, name = "applied"),
  @JsonSubTypes.Type(value = Event.Answered.class, name = "answered"),
  @JsonSubTypes.Type(value = Event.Seen.class, name = "seen"),
  @JsonSubTypes.Type(value = Event.Raw.class, name = "raw"),
  @JsonSubTypes.Type(value = Event.Settled.class, name = "settled"),
})
public sealed interface Event {

  /** A host starts; {@code restored} is 0 for an empty state. */
  record Started(
      int process, String pipeline, int parallelism, long restored, boolean acceptsReplay)
      implements Event {}

  /**
   * Preflight came back: {@code errors} findings that forbid a start, for a pipeline that may be
   * down for {@code downtimeMillis}.
   */
  record Preflight(int process, long downtimeMillis, long timeoutMillis, List<String> errors)
      implements Event {}

  /**
   * Preflight was asked for {@code what}, which the sink declares or not; {@code errors} are its
   * findings that forbid a start.
   */
  record Asked(int process, String what, boolean declared, List<String> errors) implements Event {}

  /**
   * The sink was opened with {@code key}, which nobody knows and which is nearest to {@code meant};
   * {@code errors} say why it does not open.
   */
  record Misspelt(int process, String key, String meant, List<String> errors) implements Event {}

  /** The process has its generation. */
  record Took(int process, long generation) implements Event {}

  /** Recovery is done: from here on older generations have no say. */
  record Recovered(int process) implements Event {}

  /** The start was refused, on purpose (HO-15). */
  record Refused(int process, String why) implements Event {}

  /** A method of the sink is called; {@code target} is an interval, a record or a scope. */
  record Called(int process, String call, String target) implements Event {}

  /** It returned {@code result}; the call is the innermost one of the process. */
  record Returned(int process, String call, String target, String result) implements Event {}

  /** It threw. */
  record Threw(int process, String call, String target, String error, String message)
      implements Event {}

  /** {@code call} of a writer begins while {@code under} has not come back. */
  record Overlapped(int process, String writer, String call, String under) implements Event {}

  /** A record was handed over in an interval; {@code Called} and {@code Returned} surround it. */
  record Wrote(int process, String interval, String record) implements Event {}

  /** The sink named a record that cannot be written. */
  record Rejected(int process, String record, String reason) implements Event {}

  /** What the sink was told in confidence turned up in {@code where} (SI-9). */
  record Told(int process, String where) implements Event {}

  /** A writer gave its part to a checkpoint; {@code committable} is false where it gave none. */
  record Ended(int process, String interval, boolean committable) implements Event {}

  /**
   * A checkpoint is durable: {@code ended} are the intervals that its barrier ended, {@code
   * pending} all that wait for a commit.
   */
  record Durable(int process, long checkpoint, List<String> ended, List<String> pending)
      implements Event {}

  /** How many sessions with the store the process holds after its checkpoint became durable. */
  record Sessions(int process, long checkpoint, int open) implements Event {}

  /** A checkpoint failed after the barrier. */
  record Failed(int process, long checkpoint) implements Event {}

  /** The host goes to commit everything up to the checkpoint. */
  record Notified(int process, long checkpoint) implements Event {}

  /** That came back well. */
  record Completed(int process, long checkpoint) implements Event {}

  /** The process is no more. */
  record Gone(int process, How how, String why) implements Event {
    /** Why: the schedule kills it here. */
    public static final String PLANNED = "planned";
  }

  /** Why a process is no more. */
  enum How {
    KILLED,
    CLOSED,
    /** An error of the sink; the host starts again. */
    FAILED,
    /** A committable is lost or in doubt: the pipeline stops, loudly. */
    STOPPED_LOUDLY,
    /** It had lost its lease to a successor. */
    SUPERSEDED,
    /** The bounded number of attempts is used up. */
    GAVE_UP
  }

  /** A fault fires. */
  record Injected(Injection injection) implements Event {}

  /** A request leaves the sink; {@code records} are those whose bytes it carries. */
  record Sent(
      long op,
      int process,
      Address where,
      Access access,
      String verb,
      String name,
      List<String> records)
      implements Event {}

  /** The store has carried it out. */
  record Applied(long op) implements Event {}

  /**
   * Its reply reached the sink: {@code error} is empty for success, {@code failed} names the
   * records of a bulk reply that have an error of their own.
   */
  record Answered(long op, String error, List<String> failed) implements Event {}

  /** What a reader sees from here on; {@code blocked} if some reader would have to wait. */
  record Seen(List<Item> items, boolean blocked) implements Event {}

  /** What lies in the store from here on, beside plain data. */
  record Raw(List<RawEntry> entries) implements Event {}

  /** Time-outs have passed and everything that was held has arrived: the last look follows. */
  record Settled(String phase) implements Event {}
}
