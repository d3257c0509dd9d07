package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.admin.StoreEntry;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.sdk.host.ReplayRefusedException;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sink.s3.FaultyStore.Fate;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators see, and what they cannot break. */
final class AdministrationTest {
  private final MemoryStore store = new MemoryStore();
  private final S3WalConfig config = Configs.jsonLines(Compression.NONE);

  @TempDir Path directory;
  private Optional<SegmentStore> log;

  @BeforeEach
  void openLog() {
    log = Optional.of(new LocalSegmentStore(directory.resolve("log")));
  }

  @Test
  void confirmedListsWhatMayBeRead() throws Exception {
    try (MiniHost host = MiniHost.start(config, store, "a", log, Durable.NOTHING, 2)) {
      host.writeUpTo(10);
      host.checkpoint();
      host.writeUpTo(20);
      host.durable();
      Administration administration = host.sink().administration().orElseThrow();

      List<StoreEntry> confirmed = confirmed(administration);

      assertThat(confirmed).hasSize(2).allMatch(entry -> entry.what().equals("confirmed object"));
      assertThat(confirmed.get(0).details()).containsEntry("records", "5");
      assertThat(administration.leftovers()).isEmpty();
      assertThat(administration.pending()).isEmpty();
    }
  }

  private static List<StoreEntry> confirmed(Administration administration) throws Exception {
    return administration.confirmedView().orElseThrow().list().objects();
  }

  @Test
  void W_5_halfPublishedObjectsOfAnAbandonedCheckpoint_areLeftovers_andNeverCount()
      throws Exception {
    FaultyStore faulty =
        new FaultyStore(store, FaultyStore.nth(2, "create", "jsonl", Fate.DIES_AFTER));
    S3WalConfig many = Configs.partitioned(config, "g={group}");
    MiniHost abandoned = start(many, store, "a", Durable.NOTHING);
    abandoned.writeUpTo(10);
    Durable first = abandoned.checkpoint();
    abandoned.close();
    try (MiniHost dying = start(many, store, "b", first)) {
      dying.writeUpTo(30);
      Durable second = dying.durable();
      assertThat(second.pending()).isNotEmpty();
      // Publishes two objects by another process, and dies: this checkpoint is then given up.
      assertThatThrownBy(() -> start(many, faulty, "c", second));
    }
    List<String> half = unconfirmed(many);
    assertThat(half).isNotEmpty();

    try (MiniHost host = start(many, store, "d", first)) {
      host.writeUpTo(30);
      host.checkpoint();
      assertThat(host.recovered().aborted().stream().filter(line -> line.startsWith("object")))
          .hasSameSizeAs(half);
    }

    assertThat(unconfirmed(many)).isEmpty();
    assertThat(ConfirmedView.of(store, many).numbers()).isEqualTo(DirectorySinkTest.upTo(30));
  }

  @Test
  void W_5_nothingOfTheNewestGenerationIsALeftover_norCanItBeRemoved() throws Exception {
    String key = "events/orders.events.0.g1.o9.1.00000000.jsonl";
    try (MiniHost host = start(config, store, "a", Durable.NOTHING)) {
      store.replace(key, new byte[3]);
      host.writeUpTo(10);
      host.checkpoint();
      Administration administration = host.sink().administration().orElseThrow();

      assertThat(administration.leftovers()).isEmpty();
      assertThatThrownBy(() -> administration.remove(entry(key)))
          .isInstanceOf(SinkException.class)
          .hasMessageContaining("may still confirm it");
      assertThatThrownBy(() -> administration.remove(confirmed(administration).get(0)))
          .isInstanceOf(SinkException.class);
    }
  }

  @Test
  void SI_5_pipelinesOnOnePrefixNeverSeeEachOther() throws Exception {
    SinkId a = new SinkId("a", "events");
    SinkId ab = new SinkId("ab", "events");
    store.replace("events/ab.events.0.g1.o1.1.00000000.jsonl", new byte[3]);
    store.replace("events/a.events2.0.g1.o1.1.00000000.jsonl", new byte[3]);
    store.replace("events/a.events.0.g1.o1.1.00000000.jsonl", new byte[3]);
    for (SinkId id : List.of(a, ab)) {
      Logs logs =
          new Logs(
              store,
              new Bookkeeping("events/", id),
              new Backoff(dev.landfall.sdk.HostTime.system(), 1));
      new Fence(logs, "x")
          .take(new dev.landfall.sdk.WriterScope(id, 0, 1), new dev.landfall.sdk.Generation(2));
    }
    try (S3WalSink sink = S3WalSink.open(config, Contexts.of(a, "y"), store)) {
      Administration administration = sink.administration().orElseThrow();

      List<StoreEntry> leftovers = administration.leftovers();

      assertThat(leftovers.stream().map(StoreEntry::name))
          .containsExactly("events/a.events.0.g1.o1.1.00000000.jsonl");
      assertThat(administration.bookkeeping().stream().map(StoreEntry::name))
          .allMatch(name -> name.contains("/a/") || name.contains("/a.events.0"));
      assertThatThrownBy(
              () -> administration.remove(entry("events/ab.events.0.g1.o1.1.00000000.jsonl")))
          .hasMessageContaining("does not belong to a/events");
      administration.remove(leftovers.get(0));
      administration.remove(leftovers.get(0));
      assertThat(administration.leftovers()).isEmpty();
    }
  }

  @Test
  void SI_5_aSinkOfTheSameNameUnderADeeperPrefix_keepsItsObjects() throws Exception {
    S3WalConfig deeper = Configs.prefixed(config, "events/eu");
    try (MiniHost host = start(deeper, store, "a", Durable.NOTHING)) {
      host.writeUpTo(10);
      host.checkpoint();
    }
    Upload upload = store.startUpload(store.data().get(0) + "x");
    store.replace("events/us/orders.events.0.g1.o9.1.00000000.jsonl", new byte[3]);

    log = Optional.of(new LocalSegmentStore(directory.resolve("other")));
    start(config, store, "b", Durable.NOTHING).close();
    try (MiniHost host = start(config, store, "c", Durable.NOTHING)) {
      assertThat(host.recovered().aborted())
          .containsExactly("object 'events/us/orders.events.0.g1.o9.1.00000000.jsonl'");
      Administration administration = host.sink().administration().orElseThrow();
      assertThat(administration.leftovers()).isEmpty();
      assertThatThrownBy(() -> administration.remove(entry(store.data().get(0))))
          .hasMessageContaining("does not belong to orders/events");
    }

    assertThat(ConfirmedView.of(store, deeper).numbers()).isEqualTo(DirectorySinkTest.upTo(10));
    assertThat(store.uploads("")).containsExactly(upload);
  }

  @Test
  void HO_15_aLostStateDirectoryIsRefused_andAcceptedOnRequest() throws Exception {
    try (MiniHost host = start(config, store, "a", Durable.NOTHING)) {
      host.writeUpTo(10);
      host.checkpoint();
    }

    assertThatThrownBy(() -> start(config, store, "b", Durable.NOTHING))
        .isInstanceOf(ReplayRefusedException.class);
    MiniHost.start(config, store, "b", log, Durable.NOTHING, 2, ReplayPolicy.ACCEPT).close();
  }

  @Test
  void aSegmentStagedInTheStoreIsPending_untilItIsConfirmed() throws Exception {
    S3WalConfig staged = Configs.log(config, LogHome.STORE);
    try (MiniHost host = start(staged, store, "a", Durable.NOTHING)) {
      host.writeUpTo(10);
      host.durable();
      Administration administration = host.sink().administration().orElseThrow();
      List<StoreEntry> pending = administration.pending();

      assertThat(pending).hasSize(2);
      assertThatThrownBy(() -> administration.commit(pending.get(0)))
          .hasMessageContaining("only its checkpoint tells");
      assertThatThrownBy(() -> administration.abort(pending.get(0)))
          .hasMessageContaining("may still confirm it");
      host.commit();
      assertThat(administration.pending()).isEmpty();
    }
  }

  @Test
  void W_4_aStagedObjectThatIsGone_isALoudLoss() throws Exception {
    S3WalConfig staged = Configs.log(config, LogHome.STORE);
    try (MiniHost host = start(staged, store, "a", Durable.NOTHING)) {
      host.writeUpTo(10);
      host.durable();
      store.delete(store.data().get(0));

      assertThatThrownBy(host::commit).hasMessageContaining("is gone");
    }
  }

  private List<String> unconfirmed(S3WalConfig of) throws Exception {
    List<String> confirmed =
        ConfirmedView.of(store, of).objects().stream().map(DataObject::key).toList();
    return store.data().stream().filter(key -> !confirmed.contains(key)).toList();
  }

  private static StoreEntry entry(String name) {
    return new StoreEntry(
        name,
        Leftovers.OBJECT,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        java.util.Map.of());
  }

  private MiniHost start(S3WalConfig of, ObjectStore on, String instance, Durable from)
      throws Exception {
    return MiniHost.start(of, on, instance, log, from, 2);
  }
}
