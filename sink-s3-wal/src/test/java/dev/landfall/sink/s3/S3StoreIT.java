package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.Secret;
import dev.landfall.stores.S3Store;
import dev.landfall.stores.Stores;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The port on a real S3 server. */
final class S3StoreIT {
  private static S3Store server;
  private static ObjectStore store;

  @BeforeAll
  static void start() throws Exception {
    server = Stores.s3().start();
    store = S3Stores.open(server);
  }

  @AfterAll
  static void stop() {
    store.close();
    server.close();
  }

  @Test
  void writesReadsListsAndDeletes() throws Exception {
    assertThat(store.create("port/b", bytes("one"))).isInstanceOf(CreateResult.Created.class);
    assertThat(store.create("port/b", bytes("two"))).isInstanceOf(CreateResult.Exists.class);
    store.replace("port/c/d", bytes("three"));
    store.replace("port/a é+%", bytes("four"));

    assertThat(store.read("port/b").orElseThrow().bytes()).isEqualTo(bytes("one"));
    assertThat(store.head("port/b").orElseThrow().etag())
        .isEqualTo(store.read("port/b").orElseThrow().etag());
    assertThat(store.head("port/none")).isEmpty();
    assertThat(store.read("port/none")).isEmpty();
    assertThat(store.list("port/", "", 1_000).stream().map(ObjectInfo::key))
        .containsExactly("port/a é+%", "port/b", "port/c/d");
    assertThat(store.list("port/", "port/b", 1).stream().map(ObjectInfo::key))
        .containsExactly("port/c/d");
    assertThat(store.folders("port/")).containsExactly("c");
    for (ObjectInfo object : PagedListing.all(store, "port/", "")) {
      store.delete(object.key());
    }
    store.delete("port/none");
    assertThat(store.list("port/", "", 10)).isEmpty();
  }

  @Test
  void aShortPageIsNotTheEndOfAListing() throws Exception {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      keys.add("pages/" + i);
      store.replace("pages/" + i, bytes("x"));
    }

    try (ObjectStore sparing =
        new dev.landfall.sink.s3.S3Store(S3Stores.withPagesOf(server, 2), server.bucket())) {
      assertThat(sparing.list("pages/", "", 1_000).stream().map(ObjectInfo::key))
          .containsExactlyElementsOf(keys);
      assertThat(sparing.list("pages/", "pages/1", 3).stream().map(ObjectInfo::key).limit(3))
          .containsExactly("pages/2", "pages/3", "pages/4");
    }
  }

  @Test
  void whatChangesOnItsWayIsNotAcknowledged() throws Exception {
    Upload upload = store.startUpload("damaged/large");

    try (ObjectStore damaging =
        new dev.landfall.sink.s3.S3Store(S3Stores.damagingBodies(server), server.bucket())) {
      assertThatThrownBy(() -> damaging.create("damaged/small", bytes("one")))
          .isInstanceOf(SinkException.class);
      assertThatThrownBy(() -> damaging.uploadPart(upload, 1, 0, bytes("one")))
          .isInstanceOf(SinkException.class);
    }

    assertThat(store.head("damaged/small")).isEmpty();
    store.abort(upload);
  }

  @Test
  void sendsAnObjectInParts() throws Exception {
    byte[] first = new byte[5 << 20];
    java.util.Arrays.fill(first, (byte) 7);
    Upload upload = store.startUpload("parts/large");
    UploadedPart one = store.uploadPart(upload, 1, 0, first);
    UploadedPart two = store.uploadPart(upload, 2, first.length, bytes("end"));

    assertThat(store.uploads("parts/").stream().map(Upload::id)).containsExactly(upload.id());
    assertThat(store.head("parts/large")).isEmpty();
    assertThat(store.complete(upload, List.of(one, two))).isInstanceOf(CreateResult.Created.class);
    assertThat(store.head("parts/large").orElseThrow().bytes()).isEqualTo(first.length + 3L);
    Upload given = store.startUpload("parts/other");
    store.abort(given);
    store.abort(given);
    assertThat(store.uploads("parts/")).isEmpty();
    store.delete("parts/large");
  }

  @Test
  void withoutFencing_noConditionIsSent() throws Exception {
    ObjectStore refusing =
        new dev.landfall.sink.s3.S3Store(S3Stores.refusingConditions(server), server.bucket());
    try (ObjectStore unfenced = new UnconditionalStore(refusing)) {
      assertThatThrownBy(() -> refusing.create("unfenced/small", bytes("one")))
          .isInstanceOf(SinkException.class);

      assertThat(unfenced.create("unfenced/small", bytes("one")))
          .isInstanceOf(CreateResult.Created.class);
      assertThat(unfenced.create("unfenced/small", bytes("two")))
          .isInstanceOf(CreateResult.Exists.class);
      assertThat(inOnePart(unfenced)).isInstanceOf(CreateResult.Created.class);
      assertThat(inOnePart(unfenced)).isInstanceOf(CreateResult.Exists.class);
    }
    assertThat(store.read("unfenced/large").orElseThrow().bytes()).isEqualTo(bytes("parts"));
  }

  private static CreateResult inOnePart(ObjectStore unfenced) throws Exception {
    Upload upload = unfenced.startUpload("unfenced/large");
    UploadedPart part = unfenced.uploadPart(upload, 1, 0, bytes("parts"));
    CreateResult result = unfenced.complete(upload, List.of(part));
    unfenced.abort(upload);
    return result;
  }

  @Test
  void SI_6_preflightPasses_andLeavesNothing() throws Exception {
    try (S3WalSink sink =
        S3WalSink.open(
            Configs.jsonLines(Compression.NONE),
            Contexts.of(Contexts.ORDERS, "x"),
            S3Stores.open(server))) {
      List<Finding> findings = sink.preflight(PreflightTest.terms(Guarantee.Level.EXACTLY_ONCE));

      assertThat(findings).noneMatch(finding -> finding.severity() == Finding.Severity.ERROR);
      assertThat(store.list("events/", "", 10)).isEmpty();
    }
  }

  @Test
  void SI_6_aServerThatIgnoresIfNoneMatch_isRefusedByPreflight() throws Exception {
    ObjectStore ignoring =
        new dev.landfall.sink.s3.S3Store(S3Stores.ignoringConditions(server), server.bucket());

    assertThat(refusals(ignoring))
        .singleElement()
        .satisfies(
            refusal -> {
              assertThat(refusal.what()).contains("If-None-Match: * is honoured (");
              assertThat(refusal.remedy()).contains("fencing: none");
            });
    assertThat(store.list("events/", "", 10)).isEmpty();
  }

  /** Looking before writing is what a store does that has conditions and no atomicity. */
  @Test
  void SI_6_aServerThatLosesTheRace_isRefusedByPreflight() throws Exception {
    ObjectStore racing = new UnconditionalStore(S3Stores.open(server));

    assertThat(refusals(racing))
        .singleElement()
        .satisfies(
            refusal ->
                assertThat(refusal.what()).contains("If-None-Match: * is honoured in a race"));
  }

  private static List<Finding> refusals(ObjectStore lying) throws Exception {
    try (S3WalSink sink =
        S3WalSink.open(
            Configs.jsonLines(Compression.NONE), Contexts.of(Contexts.ORDERS, "x"), lying)) {
      return sink.preflight(PreflightTest.terms(Guarantee.Level.EXACTLY_ONCE)).stream()
          .filter(finding -> finding.severity() == Finding.Severity.ERROR)
          .toList();
    }
  }

  @Test
  void SI_9_noSecretIsInAnError() throws Exception {
    StoreConfig good = S3Stores.config(server);
    StoreConfig wrong = withSecret(good, "very-secret-value", good.bucket());
    try (ObjectStore closed = ObjectStores.open(wrong)) {
      assertThatThrownBy(() -> closed.replace("x", bytes("y")))
          .isInstanceOf(SinkException.class)
          .hasMessageContaining("Cannot write 'x' to s3://")
          .hasMessageNotContaining("very-secret-value");
    }
    assertThat(wrong.toString()).doesNotContain("very-secret-value");
  }

  @Test
  void SI_6_aMissingBucketIsToldWithItsName() throws Exception {
    StoreConfig good = S3Stores.config(server);
    StoreConfig missing = withSecret(good, server.secretKey(), Optional.of("no-such-bucket"));
    try (S3WalSink sink =
        S3WalSink.open(
            Configs.jsonLines(Compression.NONE),
            Contexts.of(Contexts.ORDERS, "x"),
            ObjectStores.open(missing))) {
      assertThat(sink.preflight(PreflightTest.terms(Guarantee.Level.EXACTLY_ONCE)))
          .anyMatch(
              finding ->
                  finding.severity() == Finding.Severity.ERROR
                      && finding.what().contains("s3://no-such-bucket"));
    }
  }

  @Test
  void aStoreThatIsNotThere_isUnavailable_withinTheBound() throws Exception {
    StoreConfig good = S3Stores.config(server);
    StoreConfig dead =
        new StoreConfig(
            Optional.empty(),
            good.bucket(),
            Optional.of("http://127.0.0.1:" + Stores.claimPort()),
            good.region(),
            Addressing.PATH,
            good.accessKey(),
            good.secretKey(),
            Optional.empty(),
            2,
            java.time.Duration.ofSeconds(2),
            DataSize.parse("5MiB"));
    try (ObjectStore unreachable = ObjectStores.open(dead)) {
      assertThatThrownBy(() -> unreachable.create("x", bytes("y")))
          .isInstanceOf(StoreUnavailableException.class);
    }
  }

  private static StoreConfig withSecret(StoreConfig good, String secret, Optional<String> bucket) {
    return new StoreConfig(
        Optional.empty(),
        bucket,
        good.endpoint(),
        good.region(),
        Addressing.PATH,
        good.accessKey(),
        Optional.of(Secret.of(secret)),
        Optional.empty(),
        1,
        good.requestTimeout(),
        good.partSize());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
