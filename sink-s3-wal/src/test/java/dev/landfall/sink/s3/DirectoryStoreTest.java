package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A directory as an object store. */
final class DirectoryStoreTest {
  @TempDir Path directory;

  @Test
  void ofRacingWritersOneWins() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (int round = 0; round < 20; round++) {
        String key = "a/b/race-" + round;
        CountDownLatch start = new CountDownLatch(1);
        List<Future<CreateResult>> results = new ArrayList<>();
        for (int writer = 0; writer < 8; writer++) {
          byte[] bytes = {(byte) writer};
          Callable<CreateResult> write =
              () -> {
                start.await();
                return new DirectoryStore(directory).create(key, bytes);
              };
          results.add(threads.submit(write));
        }
        start.countDown();
        List<Integer> winners = new ArrayList<>();
        for (int writer = 0; writer < 8; writer++) {
          if (results.get(writer).get() instanceof CreateResult.Created) {
            winners.add(writer);
          }
        }
        assertThat(winners).hasSize(1);
        byte[] there = new DirectoryStore(directory).read(key).orElseThrow().bytes();
        assertThat((int) there[0]).isEqualTo(winners.get(0));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** A name without a file behind it is what a listing meets when somebody deletes beside it. */
  @Test
  void whatIsDeletedMeanwhile_isNotTheEndOfAListing() throws Exception {
    DirectoryStore store = new DirectoryStore(directory);
    for (String key : List.of("a", "c", "d")) {
      store.replace(key, bytes("x"));
    }
    Files.createSymbolicLink(directory.resolve("b"), directory.resolve("gone"));

    assertThat(store.list("", "", 2).stream().map(ObjectInfo::key)).containsExactly("a", "c");
    assertThat(PagedListing.all(store, "", "").stream().map(ObjectInfo::key))
        .containsExactly("a", "c", "d");
  }

  @Test
  void listingsAreInTheOrderOfKeys_andPaged() throws Exception {
    DirectoryStore store = new DirectoryStore(directory);
    List<String> keys = List.of("a", "a-b", "a.b", "a/1", "a/2/x", "a/2/y", "a0", "b/c");
    for (String key : keys) {
      if (!key.equals("a")) {
        store.replace(key, bytes("x"));
      }
    }

    List<String> paged = new ArrayList<>();
    String after = "";
    for (int page = 0; page < keys.size(); page++) {
      for (ObjectInfo object : store.list("", after, 2)) {
        paged.add(object.key());
        after = object.key();
      }
    }

    assertThat(paged).isEqualTo(keys.subList(1, keys.size()));
    assertThat(store.list("a/2", "", 10).stream().map(ObjectInfo::key))
        .containsExactly("a/2/x", "a/2/y");
    assertThat(store.list("a", "a/2/x", 10).stream().map(ObjectInfo::key))
        .containsExactly("a/2/y", "a0");
    assertThat(store.folders("a/")).containsExactly("2");
    assertThat(store.list("none/", "", 10)).isEmpty();
  }

  @Test
  void whatIsBeingWrittenIsNoObject_andCanBeFound() throws Exception {
    DirectoryStore store = new DirectoryStore(directory);

    Upload upload = store.startUpload("x/large");
    UploadedPart second = store.uploadPart(upload, 2, 3, bytes("def"));
    UploadedPart first = store.uploadPart(upload, 1, 0, bytes("abc"));

    assertThat(store.list("", "", 10)).isEmpty();
    assertThat(store.uploads("x/")).hasSize(1);
    assertThat(store.uploads("x/other")).isEmpty();
    assertThat(store.complete(upload, List.of(first, second)))
        .isInstanceOf(CreateResult.Created.class);
    assertThat(store.read("x/large").orElseThrow().bytes()).isEqualTo(bytes("abcdef"));
    assertThat(store.uploads("")).isEmpty();
    assertThat(store.create("x/large", bytes("y"))).isInstanceOf(CreateResult.Exists.class);
  }

  @Test
  void partsTakeAnotherObjectsPlaceWhereNobodyFences() throws Exception {
    DirectoryStore store = new DirectoryStore(directory);
    store.create("x/large", bytes("before"));
    Upload upload = store.startUpload("x/large");
    UploadedPart part = store.uploadPart(upload, 1, 0, bytes("after"));

    String etag = store.completeReplacing(upload, List.of(part));

    assertThat(store.read("x/large").orElseThrow().bytes()).isEqualTo(bytes("after"));
    assertThat(store.head("x/large").orElseThrow().etag()).isEqualTo(etag);
    assertThat(store.uploads("")).isEmpty();
  }

  @Test
  void aTemporaryFileOfADeadProcessIsInNobodysWay() throws Exception {
    DirectoryStore store = new DirectoryStore(directory);
    Files.writeString(TemporaryFile.beside(directory.resolve("k"), 1).path(), "torn");

    store.create("k", bytes("whole"));

    assertThat(store.read("k").orElseThrow().bytes()).isEqualTo(bytes("whole"));
    assertThat(store.uploads("")).hasSize(1);
    store.abort(store.uploads("").get(0));
    assertThat(store.uploads("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "a/../../x", "/etc/x"})
  void keysThatLeadOutAreRefused(String key) {
    assertThatThrownBy(() -> new DirectoryStore(directory).create(key, bytes("x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("leads out");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
