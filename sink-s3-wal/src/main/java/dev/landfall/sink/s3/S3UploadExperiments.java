package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.Transcript;
import java.util.Optional;
import software.amazon.awssdk.services.s3.S3Client;

/** What becomes of an upload that is not completed. One thread at a time. */
final class S3UploadExperiments {
  private static final String CONTENT = "content";

  private final S3ProbeTarget target;
  private int names;

  S3UploadExperiments(S3ProbeTarget target) {
    this.target = target;
  }

  private String key() {
    return target.key("upload/" + ++names);
  }

  Answer invisible() throws SinkException {
    Transcript seen = new Transcript();
    String key = key();
    try (S3Client client = target.client()) {
      target.stage(client, key, CONTENT, seen);
      boolean there =
          target.get(client, key, seen).isPresent() || target.list(client, key, seen).contains(key);
      return Answer.of(
          Holds.of(!there),
          there ? "a reader meets it" : "a reader is told 404, and lists nothing",
          seen);
    }
  }

  /** Stages, and hangs up. */
  private StagedUpload stageAndLeave(Transcript seen) throws SinkException {
    try (S3Client owner = target.client()) {
      StagedUpload upload = target.stage(owner, key(), CONTENT, seen);
      seen.noted("owner hangs up");
      return upload;
    }
  }

  Answer survivesDisconnect() throws SinkException {
    Transcript seen = new Transcript();
    StagedUpload upload = stageAndLeave(seen);
    try (S3Client other = target.client()) {
      boolean listed = isListed(other, upload, seen);
      return Answer.of(
          Holds.of(listed), listed ? "it is still listed" : "it is listed no more", seen);
    }
  }

  private boolean isListed(S3Client client, StagedUpload upload, Transcript seen) {
    return target.uploads(client, seen).stream()
        .anyMatch(listed -> listed.uploadId().equals(upload.id()));
  }

  Answer commitAfterOwner() throws SinkException {
    Transcript seen = new Transcript();
    StagedUpload upload = stageAndLeave(seen);
    try (S3Client other = target.client()) {
      return completed(other, upload, seen);
    }
  }

  Answer commitBesideOwner() throws SinkException {
    Transcript seen = new Transcript();
    try (S3Client owner = target.client();
        S3Client other = target.client()) {
      return completed(other, target.stage(owner, key(), CONTENT, seen), seen);
    }
  }

  private Answer completed(S3Client other, StagedUpload upload, Transcript seen) {
    int status = target.complete(other, upload, seen);
    boolean whole = target.get(other, upload.key(), seen).equals(Optional.of(CONTENT));
    return Answer.of(
        Holds.of(status == S3ProbeTarget.OK && whole), "completing it is answered " + status, seen);
  }

  Answer secondCommit() throws SinkException {
    Transcript seen = new Transcript();
    StagedUpload upload = stageAndLeave(seen);
    try (S3Client other = target.client()) {
      target.complete(other, upload, seen);
      int second = target.complete(other, upload, seen);
      int never = target.complete(other, new StagedUpload(key(), upload.id(), upload.etag()), seen);
      boolean whole = target.get(other, upload.key(), seen).equals(Optional.of(CONTENT));
      return Answer.of(
          Holds.of(whole),
          "the answer is "
              + second
              + (second == never
                  ? ", the same as for one that never was: it is no proof of a commit"
                  : "; for one that never was it is " + never),
          seen);
    }
  }

  Answer listed() throws SinkException {
    Transcript seen = new Transcript();
    StagedUpload upload = stageAndLeave(seen);
    try (S3Client other = target.client()) {
      return Answer.of(
          Holds.of(isListed(other, upload, seen)),
          "by ListMultipartUploads of another client",
          seen);
    }
  }

  Answer readersNotBlocked() throws SinkException {
    Transcript seen = new Transcript();
    String key = key();
    try (S3Client client = target.client()) {
      target.put(client, key, "old", seen);
      target.stage(client, key, CONTENT, seen);
      boolean old = target.get(client, key, seen).equals(Optional.of("old"));
      return Answer.of(
          Holds.of(old), "a reader of the same name meets the old object at once", seen);
    }
  }
}
