package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sink.s3.FaultyStore.Fate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbered log: who wins a number, and what it costs to read. */
final class ConfirmationLogTest {
  private static final Bookkeeping KEYS = new Bookkeeping("events/", Contexts.ORDERS);

  private final MemoryStore store = new MemoryStore();

  @Test
  void W_2_aLostReplyIsReadBackAndIsOurOwnSuccess() throws Exception {
    FaultyStore faulty = faulty(FaultyStore.nth(1, "create", "/log/", Fate.REPLY_LOST));
    ConfirmationLog log = log(faulty);

    Optional<LogEntry> other = log.append(confirmation(1, "me"));

    assertThat(other).isEmpty();
    assertThat(faulty.fired()).hasSize(1);
    assertThat(log.state().confirmed()).contains(interval(1));
  }

  @Test
  void W_2_aConflictIsTriedAgain() throws Exception {
    FaultyStore faulty = faulty(FaultyStore.nth(1, "create", "/log/", Fate.CONFLICT));

    assertThat(log(faulty).append(confirmation(1, "me"))).isEmpty();

    assertThat(faulty.fired()).hasSize(1);
    assertThat(store.keys()).hasSize(1);
  }

  @Test
  void W_2_aStoreThatNeverAnswers_isTold() {
    FaultyStore faulty =
        faulty((n, operation, key) -> operation.equals("create") ? Fate.FAILS : Fate.FINE);

    assertThatThrownBy(() -> log(faulty).append(confirmation(1, "me")))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("no answer in 8 attempts");
  }

  @Test
  void W_6_whoLosesTheNumber_readsWhoTookIt() throws Exception {
    ConfirmationLog stale = log(store);
    assertThat(stale.state().last()).isZero();
    LogEntry fence = fence(2, "other");
    log(store).append(fence);

    Optional<LogEntry> other = stale.append(confirmation(1, "me"));

    assertThat(other).contains(fence.at(1));
    assertThat(stale.state().newestFence()).contains((LogEntry.Fence) fence.at(1));
  }

  @Test
  void T_4_onlyItsOwnEntryProvesAnInterval() throws Exception {
    ConfirmationLog log = log(store);
    log.append(confirmation(1, "me"));
    log.append(confirmation(3, "me"));

    assertThat(log.find(interval(2))).isEmpty();
    assertThat(log.find(interval(1))).isPresent();
    assertThat(log(store).find(interval(3))).isPresent();
  }

  @Test
  void W_4_aDamagedEntryIsNeitherReadNorSkipped() throws Exception {
    ConfirmationLog log = log(store);
    log.append(confirmation(1, "me"));
    log.append(confirmation(2, "me"));
    String key = KEYS.log(0).entry(1);
    byte[] torn = store.read(key).orElseThrow().bytes().clone();
    torn[torn.length - 10] ^= 1;
    store.replace(key, torn);

    assertThatThrownBy(() -> log(store).state())
        .isInstanceOf(SinkException.class)
        .hasMessageContaining("CRC-32C");
    store.delete(key);
    assertThatThrownBy(() -> log(store).state())
        .isInstanceOf(SinkException.class)
        .hasMessageContaining("is missing before");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 32, 33, 1_023, 1_024, 1_500, 3_000})
  void theViewIsTheSameHoweverManySummaries(int entries) throws Exception {
    List<Long> ordinals = fill(entries);

    assertThat(confirmed(store)).isEqualTo(ordinals);
    assertThat(log(store).state().last()).isEqualTo(entries);
    assertThat(log(store).find(interval(1))).isPresent();
  }

  @Test
  void theViewStaysCheapAfterTenThousandCheckpoints() throws Exception {
    fill(9_999);
    FaultyStore counting = faulty((n, operation, key) -> Fate.FINE);

    assertThat(confirmed(counting)).hasSize(9_999);
    int whole = counting.calls();
    log(counting).state();
    int head = counting.calls() - whole;

    assertThat(whole).isLessThanOrEqualTo(80);
    assertThat(head).isLessThanOrEqualTo(35);
  }

  /** The figure of the documentation, as {@code landfall s3 confirmed} prints it. */
  @Test
  void theCommandAsks53Times_afterAFenceAndTenThousandCheckpoints() throws Exception {
    ConfirmationLog log = log(store);
    log.append(fence(1, "me"));
    for (long ordinal = 1; ordinal <= 10_000; ordinal++) {
      log.append(confirmation(ordinal, "me"));
    }
    Logs logs = new Logs(store, KEYS, new Backoff(HostTime.system(), 1));

    var listing = new ConfirmedObjects(store, KEYS, logs).list();

    assertThat(listing.objects()).hasSize(10_000);
    // The writers, the summaries and the entries behind them are listed; 10,001 entries are 9
    // summaries of 1,024, 24 of 32, and 17 entries.
    assertThat(listing.requests()).isEqualTo(3 + 9 + 24 + 17);
  }

  @Test
  void aSummaryThatCannotBeWritten_keepsNothingBack() throws Exception {
    FaultyStore faulty = faulty(FaultyStore.nth(1, "replace", "/summary/", Fate.FAILS));
    ConfirmationLog log = log(faulty);

    for (long ordinal = 1; ordinal <= 70; ordinal++) {
      assertThat(log.append(confirmation(ordinal, "me"))).isEmpty();
    }

    assertThat(faulty.fired()).hasSize(1);
    assertThat(confirmed(store)).hasSize(70);
    assertThat(store.keys()).anyMatch(key -> key.contains("/summary/"));
  }

  private static LogEntry.Fence fence(long generation, String instance) {
    WriterScope scope = new WriterScope(KEYS.sink(), 0, 1);
    return new LogEntry.Fence(0, new Generation(generation), scope, instance);
  }

  private List<Long> fill(int entries) throws Exception {
    ConfirmationLog log = log(store);
    List<Long> ordinals = new ArrayList<>();
    for (long ordinal = 1; ordinal <= entries; ordinal++) {
      log.append(confirmation(ordinal, "me"));
      ordinals.add(ordinal);
    }
    return ordinals;
  }

  private static List<Long> confirmed(ObjectStore store) throws Exception {
    List<Long> ordinals = new ArrayList<>();
    new LogReader(store, KEYS.log(0))
        .each(entry -> ordinals.add(((LogEntry.Confirmation) entry).interval().ordinal()));
    return ordinals;
  }

  private FaultyStore faulty(FaultyStore.Plan plan) {
    return new FaultyStore(store, plan);
  }

  private static ConfirmationLog log(ObjectStore store) {
    return new ConfirmationLog(store, KEYS.log(0), new Backoff(HostTime.system(), 1));
  }

  private static LogEntry confirmation(long ordinal, String instance) {
    DataObject object = new DataObject("key-" + ordinal, new Digest(5, 7), "etag", 1);
    return new LogEntry.Confirmation(0, interval(ordinal), 1, instance, List.of(object));
  }

  private static IntervalId interval(long ordinal) {
    return new IntervalId(Contexts.ORDERS.writer(0), new Generation(1), ordinal);
  }
}
