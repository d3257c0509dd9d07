package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.Property;
import dev.landfall.sdk.probe.Question;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.sdk.probe.Transcript;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Asks an object store for every property of the suite. A multipart upload whose parts are sent is
 * what comes closest to a prepared transaction, so the questions about those are asked of it. One
 * thread at a time.
 */
final class S3Probe implements StoreProbe {
  private static final String CONTENT = "content";

  private final S3ProbeTarget target;
  private final S3UploadExperiments uploads;
  private final S3ObjectExperiments objects;
  private @Nullable AfterKill afterKill;

  /** What was found when the store was up again. */
  private record AfterKill(Answer prepared, Answer acknowledged) {}

  S3Probe(S3ProbeTarget target) {
    this.target = target;
    this.uploads = new S3UploadExperiments(target);
    this.objects = new S3ObjectExperiments(target);
  }

  /** Asks for nothing but a listing: no answer of S3 names the product. */
  @Override
  public String store() throws SinkException {
    try (S3Client client = target.client()) {
      target.list(client, target.key(""), new Transcript());
    }
    return "object store " + target.address();
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question(Property.PREPARED_INVISIBLE, uploads::invisible),
        new Question(Property.PREPARED_SURVIVES_DISCONNECT, uploads::survivesDisconnect),
        new Question(Property.COMMIT_AFTER_OWNER, uploads::commitAfterOwner),
        new Question(Property.COMMIT_BESIDE_OWNER, uploads::commitBesideOwner),
        new Question(Property.SECOND_COMMIT, uploads::secondCommit),
        Question.notAsked(
            Property.COMMIT_AFTER_TIMEOUT,
            "uploads end by a rule of the bucket, after a day at the earliest"),
        new Question(Property.COMMIT_ATOMIC, objects::atomic),
        new Question(Property.FOREIGN_LISTED, uploads::listed),
        new Question(Property.LEFTOVERS_LISTED, uploads::listed),
        new Question(Property.READERS_NOT_BLOCKED, uploads::readersNotBlocked),
        Question.notAsked(
            Property.FENCING,
            "an object store knows no sessions; what can fence is a conditional put of the next"
                + " number"),
        new Question(Property.CONDITIONAL_PUT, objects::conditionalPut),
        new Question(Property.LIST_AFTER_PUT, objects::listAfterPut),
        new Question(Property.REPEAT_COUNTS_ONCE, objects::repeatCountsOnce),
        Question.notAsked(Property.HALF_OPEN_ENDED, "nothing hangs on a connection"),
        new Question(Property.DEFAULT_READER_COMMITTED, uploads::invisible),
        new Question(Property.PREPARED_SURVIVES_KILL, () -> afterKill().prepared()),
        new Question(Property.ACKNOWLEDGED_SURVIVES_KILL, () -> afterKill().acknowledged()));
  }

  private AfterKill afterKill() throws SinkException {
    AfterKill known = afterKill;
    if (known == null) {
      Answer notAsked = Answer.notAsked(ProbeContext.NO_CONSENT);
      known = target.context().kill().isPresent() ? kill() : new AfterKill(notAsked, notAsked);
      afterKill = known;
    }
    return known;
  }

  private AfterKill kill() throws SinkException {
    Transcript seen = new Transcript();
    String key = target.key("kill/upload");
    String plain = target.key("kill/object");
    StagedUpload upload;
    try (S3Client client = target.client()) {
      upload = target.stage(client, key, CONTENT, seen);
      target.put(client, plain, CONTENT, seen);
    }
    seen.noted("the server is killed, and started on the same data");
    target.context().kill().orElseThrow().killAndStart();
    // A new client: one that is older may send on a connection of the dead server, and again.
    try (S3Client client = target.client()) {
      int status = target.complete(client, upload, seen);
      boolean whole = target.get(client, key, seen).equals(Optional.of(CONTENT));
      boolean kept = target.get(client, plain, seen).equals(Optional.of(CONTENT));
      return new AfterKill(
          Answer.of(
              Holds.of(status == S3ProbeTarget.OK && whole),
              "an upload is completed afterwards with " + status,
              seen),
          Answer.of(Holds.of(kept), kept ? "the object is there" : "the object is gone", seen));
    }
  }

  @Override
  public void close() throws SinkException {
    target.remove();
  }
}
