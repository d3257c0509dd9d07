package dev.landfall.sink.s3;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tries out everything that the sink will ask of the store, under the sink's own prefix, and
 * removes what it wrote (SI-6). One thread at a time.
 *
 * <p>Its names carry a digest of the process's token, since two processes may try at once; nothing
 * else that this sink names does (SI-4).
 */
final class Preflight {
  private static final String RIGHTS =
      "allow s3:ListBucket, s3:GetObject, s3:PutObject, s3:DeleteObject,"
          + " s3:ListBucketMultipartUploads and s3:AbortMultipartUpload on the bucket and its"
          + " objects";
  private static final String ENDPOINT =
      "check store.endpoint (scheme, host, port), store.access-key and store.secret-key, and whether"
          + " the store is up";
  private static final String FILE_RIGHTS =
      "let this user write to the directory (chmod u+w, or another store.directory), and make sure"
          + " that every part of its path is a directory on a disk with room";
  private static final String OTHER_STORE =
      "use a store that has it, or set 'fencing: none', which gives at-least-once: an old instance"
          + " that comes back may confirm records a second time";

  private final ObjectStore store;
  private final S3WalConfig config;
  private final SinkContext context;
  private final String folder;
  private final List<Finding> findings = new ArrayList<>();

  /** A store that gives no answer is told once, and not as a right that is missing. */
  private boolean isReached = true;

  Preflight(ObjectStore store, S3WalConfig config, SinkContext context, Bookkeeping bookkeeping) {
    this.store = store;
    this.config = config;
    this.context = context;
    this.folder =
        bookkeeping.probes()
            + Digest.of(context.instance().getBytes(StandardCharsets.UTF_8)).hex()
            + '/';
  }

  /** One thing tried out. */
  private interface Step {
    void run() throws SinkException, InterruptedException;
  }

  List<Finding> findings(PipelineTerms terms) throws InterruptedException {
    checkTerms(terms);
    checkLogDirectory();
    // What cannot be listed or written is told once, not by every later step as well.
    if (tried("list objects", this::list)
        && tried("write and read objects", this::readAfterWrite)) {
      if (config.fencing() == Fencing.CONDITIONAL_WRITES) {
        tried("write conditionally", this::conditions);
      }
      tried("send an object in parts", this::multipart);
    }
    if (isReached) {
      tried("delete objects", this::clear);
    }
    return List.copyOf(findings);
  }

  private void checkTerms(PipelineTerms terms) {
    if (config.fencing() != Fencing.NONE) {
      return;
    }
    String weaker = String.join(" ", Guarantees.of(Fencing.NONE).conditions());
    if (terms.guarantee() == Guarantee.Level.EXACTLY_ONCE) {
      findings.add(
          Finding.error(
              "'fencing: none' gives at-least-once, and the pipeline asks for exactly-once",
              "set 'guarantee: at-least-once', or use a store with conditional writes"));
    } else {
      findings.add(
          Finding.warning(
              "'fencing: none' gives at-least-once. " + weaker,
              "use a store with conditional writes and 'fencing: conditional-writes'"));
    }
  }

  private void checkLogDirectory() throws InterruptedException {
    Optional<Path> directory = config.logDirectory();
    if (directory.isEmpty()) {
      return;
    }
    ObjectStore log = new DirectoryStore(directory.get());
    String key = folder + "log";
    try {
      log.replace(key, new byte[0]);
      log.delete(key);
    } catch (SinkException e) {
      findings.add(
          Finding.error(
              "Cannot keep the log in '" + directory.get() + "': " + e.getMessage(),
              "let this user write to 'log-directory', on a disk with room"));
    }
  }

  private boolean tried(String what, Step step) throws InterruptedException {
    try {
      step.run();
      return true;
    } catch (SinkException e) {
      isReached &= store instanceof DirectoryStore || !(e instanceof StoreUnavailableException);
      String failed = isReached ? "Cannot " + what + " in " : "Cannot reach ";
      String rights = store instanceof DirectoryStore ? FILE_RIGHTS : RIGHTS;
      findings.add(
          Finding.error(
              failed + store.describe() + ": " + e.getMessage(), isReached ? rights : ENDPOINT));
      return false;
    }
  }

  private void list() throws SinkException, InterruptedException {
    store.list(folder, "", 1);
  }

  private void readAfterWrite() throws SinkException, InterruptedException {
    String key = folder + "write";
    byte[] bytes = "written by preflight".getBytes(StandardCharsets.UTF_8);
    store.replace(key, bytes);
    Optional<StoredObject> read = store.read(key);
    if (read.isEmpty() || !Digest.of(read.get().bytes()).equals(Digest.of(bytes))) {
      missing("a read after an acknowledged write shows the object");
    }
    if (store.list(folder, "", PagedListing.PAGE).stream()
        .noneMatch(object -> object.key().equals(key))) {
      missing("a listing after an acknowledged write shows the object");
    }
  }

  private void conditions() throws SinkException, InterruptedException {
    ConditionProbe probe = new ConditionProbe(store, folder, context.threads());
    Optional<String> missing = probe.missing();
    if (missing.isPresent()) {
      missing(missing.get());
    }
  }

  private void multipart() throws SinkException, InterruptedException {
    String key = folder + "write";
    Upload upload = store.startUpload(key);
    byte[] bytes = "sent in parts by preflight".getBytes(StandardCharsets.UTF_8);
    UploadedPart part = store.uploadPart(upload, 1, 0, bytes);
    if (store.uploads(folder).stream().noneMatch(found -> found.id().equals(upload.id()))) {
      findings.add(
          Finding.warning(
              store.describe() + " does not list uploads: ones that a crash leaves cannot be found",
              "let the store abort incomplete uploads after a few days (a life-cycle rule)"));
    }
    if (!(store.complete(upload, List.of(part)) instanceof CreateResult.Exists)) {
      findings.add(
          Finding.warning(
              store.describe()
                  + " ignores If-None-Match on CompleteMultipartUpload: an old instance may replace"
                  + " an object by one with the same records",
              "raise 'part-size' above the size of objects, so that none is sent in parts"));
    }
    store.abort(upload);
  }

  private void clear() throws SinkException, InterruptedException {
    for (Upload upload : store.uploads(folder)) {
      store.abort(upload);
    }
    for (ObjectInfo object : PagedListing.all(store, folder, "")) {
      store.delete(object.key());
    }
    if (!store.list(folder, "", 1).isEmpty()) {
      missing("a listing after a delete does not show the object");
    }
  }

  private void missing(String property) {
    findings.add(Finding.error(store.describe() + " lacks a property: " + property, OTHER_STORE));
  }
}
