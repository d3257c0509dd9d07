package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Header;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.Judgement;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.model.Source;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.model.Violation;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A history written by hand, as short as it can be, and what the checker says about it. One thread
 * at a time.
 *
 * <p>A record is named by split and offset, {@code s0:1}. An interval is named by generation and
 * ordinal, {@code g1/o2}, which is {@code a/out/0/g1/o2}; of another writer or pipeline by its
 * whole name. Pipeline {@code a} has one writer where nothing else is said, and process <i>n</i>
 * takes generation <i>n</i>.
 */
final class Story {
  private final Contract contract;
  private final View view;
  private final Set<Weakness> declared = EnumSet.noneOf(Weakness.class);
  private final List<Source> sources = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private long ops;
  private int faults;

  private Story(Contract contract, View view) {
    this.contract = contract;
    this.view = view;
  }

  static Story twoPhase() {
    return new Story(Contract.TWO_PHASE, View.ROWS);
  }

  /** Of transactions into a table with a key. */
  static Story twoPhaseByKey() {
    return new Story(Contract.TWO_PHASE, View.KEYED);
  }

  static Story writeAhead() {
    return new Story(Contract.WRITE_AHEAD, View.ROWS);
  }

  /** Of an idempotent sink that is read by key. */
  static Story keyed() {
    return new Story(Contract.IDEMPOTENT, View.KEYED);
  }

  /** Of an idempotent sink of rows. */
  static Story rows() {
    return new Story(Contract.IDEMPOTENT, View.ROWS);
  }

  Story declares(Weakness... some) {
    declared.addAll(List.of(some));
    return this;
  }

  // ---- the records of the schedule

  Story put(String record, String key) {
    return source(record, key, Source.Kind.PUT);
  }

  Story delete(String record, String key) {
    return source(record, key, Source.Kind.DELETE);
  }

  Story bad(String record, String key) {
    return source(record, key, Source.Kind.BAD);
  }

  private Story source(String record, String key, Source.Kind kind) {
    String[] parts = record.split(":", -1);
    sources.add(new Source(record, parts[0], Long.parseLong(parts[1]), key, kind));
    return this;
  }

  // ---- the host

  Story starts(int process, long restored) {
    return starts(process, "a", 1, restored);
  }

  Story starts(int process, String pipeline, int parallelism, long restored) {
    return with(
        new Event.Started(process, pipeline, parallelism, restored, false),
        new Event.Took(process, process));
  }

  /** Starts, takes its generation, and has recovered. */
  Story runs(int process, long restored) {
    return starts(process, restored).recovers(process);
  }

  Story recovers(int process) {
    return with(new Event.Recovered(process));
  }

  Story writes(int process, String interval, String... records) {
    for (String record : records) {
      with(new Event.Wrote(process, whole(interval), record));
    }
    return this;
  }

  Story rejects(int process, String record) {
    return with(new Event.Rejected(process, record, "too large"));
  }

  /** The barrier ends the interval, and there is something to commit. */
  Story ends(int process, String interval) {
    return with(new Event.Ended(process, whole(interval), true));
  }

  Story endsWithNothing(int process, String interval) {
    return with(new Event.Ended(process, whole(interval), false));
  }

  Story durable(int process, long checkpoint, String... ended) {
    return with(new Event.Durable(process, checkpoint, whole(ended), List.of()));
  }

  Story completes(int process, long checkpoint) {
    return with(new Event.Completed(process, checkpoint));
  }

  Story gone(int process, Event.How how) {
    return with(new Event.Gone(process, how, "that is why"));
  }

  // ---- calls

  Story calls(int process, String call, String target) {
    return with(new Event.Called(process, call, target));
  }

  Story commits(int process, String interval) {
    return calls(process, "commit", whole(interval));
  }

  Story answers(int process, String interval, String outcome) {
    return with(new Event.Returned(process, "commit", whole(interval), outcome));
  }

  Story fails(int process, String call, String target, String error) {
    return with(new Event.Threw(process, call, target, error, "no"));
  }

  // ---- requests: each is the next one, and what follows is about the last

  /** A request leaves the process. */
  Story sends(int process, Access access, String name, String... records) {
    String verb = access.name().charAt(0) + access.name().substring(1).toLowerCase(Locale.ROOT);
    Address where = Address.parse("C1.do/" + verb + "#" + ++ops);
    return with(new Event.Sent(ops, process, where, access, verb, name, List.of(records)));
  }

  Story applied() {
    return with(new Event.Applied(ops));
  }

  Story answered(String error, String... failed) {
    return with(new Event.Answered(ops, error, List.of(failed)));
  }

  /** A request that is carried out and answered well. */
  Story does(int process, Access access, String name, String... records) {
    return sends(process, access, name, records).applied().answered("");
  }

  /** The same, and this is what a reader sees right after it was carried out. */
  Story shows(int process, Access access, String name, List<String> records, String... seen) {
    return sends(process, access, name, records.toArray(String[]::new))
        .applied()
        .reads(seen)
        .answered("");
  }

  Story arrives(long op) {
    return with(new Event.Applied(op));
  }

  // ---- looks

  /** What a reader sees, {@code s0:1} or {@code key=s0:1}, and in a partition {@code s0:1@p}. */
  Story reads(String... items) {
    return with(new Event.Seen(items(items), false));
  }

  /** The same, and some reader has to wait. */
  Story blocks(String... items) {
    return with(new Event.Seen(items(items), true));
  }

  private static List<Item> items(String... items) {
    return Arrays.stream(items).map(Story::item).toList();
  }

  private static Item item(String text) {
    int key = text.indexOf('=');
    int partition = text.indexOf('@');
    return new Item(
        text.substring(0, Math.max(key, 0)),
        text.substring(key + 1, partition < 0 ? text.length() : partition),
        partition < 0 ? "" : text.substring(partition + 1));
  }

  /** What lies behind, each in the interval that it is named after. */
  Story lies(RawEntry.Kind kind, String... intervals) {
    return with(
        new Event.Raw(
            Arrays.stream(intervals)
                .map(one -> new RawEntry(kind, "x/" + one, whole(one)))
                .toList()));
  }

  // ---- the rest

  /** One more fault that the run has to meet. */
  Story plansAFault() {
    faults++;
    return this;
  }

  Story fault(Fault fault) {
    faults++;
    return with(new Event.Injected(new Injection(fault, Address.of("C1.durable"))));
  }

  /** The last look, before and after a further start. */
  Story settles() {
    return with(new Event.Settled("quiet"), new Event.Settled("end"));
  }

  Story with(Event... some) {
    events.addAll(List.of(some));
    return this;
  }

  private static String whole(String interval) {
    return interval.startsWith("g") ? "a/out/0/" + interval : interval;
  }

  private static List<String> whole(String... intervals) {
    return Arrays.stream(intervals).map(Story::whole).toList();
  }

  // ---- what is said

  History history() {
    return new History(
        new Header(Header.VERSION, "some", contract, view, declared, "by hand", faults, sources),
        events);
  }

  Judgement judgement() {
    return Checker.judge(history());
  }

  /** Every broken promise in one line. */
  List<String> violations() {
    return judgement().violations().stream().map(Violation::toString).toList();
  }
}
