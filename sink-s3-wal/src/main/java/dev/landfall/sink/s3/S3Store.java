package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Amazon S3, or any store that speaks its protocol. Thread-safe.
 *
 * <p>Conditional writes: "Amazon S3 User Guide", "How to prevent object overwrites with conditional
 * writes": 412 if there is an object of that name, 409 if another conditional write of it is in
 * flight; both for {@code PutObject} and {@code CompleteMultipartUpload}. Every body carries its
 * CRC-32C, so that a store acknowledges what was sent and nothing else.
 */
final class S3Store implements ObjectStore {
  private static final String ABSENT = "*";

  private final S3Client client;
  private final String bucket;

  S3Store(S3Client client, String bucket) {
    this.client = client;
    this.bucket = bucket;
  }

  static ObjectStore open(StoreConfig config) throws SinkException {
    return new S3Store(
        S3Connection.open(config),
        config.bucket().orElseThrow(() -> new SinkException("Cannot open the store: no bucket")));
  }

  @Override
  public String describe() {
    return "s3://" + bucket;
  }

  @Override
  public CreateResult create(String key, byte[] bytes) throws SinkException, InterruptedException {
    return conditional(
        "write '" + key + "' to " + describe(),
        () -> put(key, bytes, request -> request.ifNoneMatch(ABSENT)));
  }

  @Override
  public String replace(String key, byte[] bytes) throws SinkException, InterruptedException {
    return S3Errors.translate(
        "write '" + key + "' to " + describe(), () -> put(key, bytes, request -> {}));
  }

  private String put(String key, byte[] bytes, Consumer<PutObjectRequest.Builder> condition) {
    PutObjectRequest.Builder request =
        PutObjectRequest.builder().bucket(bucket).key(key).checksumCRC32C(checksum(bytes));
    condition.accept(request);
    return client.putObject(request.build(), RequestBody.fromBytes(bytes)).eTag();
  }

  @Override
  public Optional<StoredObject> read(String key) throws SinkException, InterruptedException {
    Optional<OpenObject> open = open(key);
    if (open.isEmpty()) {
      return Optional.empty();
    }
    try (OpenObject object = open.get()) {
      return Optional.of(new StoredObject(object.stream().readAllBytes(), object.etag()));
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "Cannot read '" + key + "' from " + describe() + ": " + e, e);
    }
  }

  @Override
  public Optional<OpenObject> open(String key) throws SinkException, InterruptedException {
    return found(
        "read '" + key + "' from " + describe(),
        () -> {
          ResponseInputStream<GetObjectResponse> object =
              client.getObject(request -> request.bucket(bucket).key(key));
          return new OpenObject(object, object.response().eTag());
        });
  }

  @Override
  public Optional<ObjectInfo> head(String key) throws SinkException, InterruptedException {
    return found(
        "look at '" + key + "' in " + describe(),
        () -> {
          HeadObjectResponse object = client.headObject(request -> request.bucket(bucket).key(key));
          return new ObjectInfo(key, object.contentLength(), object.eTag(), object.lastModified());
        });
  }

  @Override
  public List<ObjectInfo> list(String prefix, String after, int limit)
      throws SinkException, InterruptedException {
    List<ObjectInfo> found = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      ListObjectsV2Response page = page(prefix, after, next, limit - found.size());
      for (S3Object object : page.contents()) {
        found.add(
            new ObjectInfo(object.key(), object.size(), object.eTag(), object.lastModified()));
      }
      next = Optional.ofNullable(page.nextContinuationToken());
    } while (found.size() < limit && next.isPresent());
    return found;
  }

  /**
   * A store may answer with fewer keys than it was asked for, even with none, and yet have more
   * (ListObjectsV2, {@code IsTruncated}): only an answer without a token is the last.
   */
  private ListObjectsV2Response page(String prefix, String after, Optional<String> token, int limit)
      throws SinkException, InterruptedException {
    return S3Errors.translate(
        "list '" + prefix + "' in " + describe(),
        () ->
            client.listObjectsV2(
                request -> {
                  request.bucket(bucket).prefix(prefix).maxKeys(limit);
                  if (!after.isEmpty()) {
                    request.startAfter(after);
                  }
                  token.ifPresent(request::continuationToken);
                }));
  }

  @Override
  public Set<String> folders(String prefix) throws SinkException, InterruptedException {
    return S3Errors.translate(
        "list '" + prefix + "' in " + describe(),
        () -> {
          Set<String> names = new TreeSet<>();
          client
              .listObjectsV2Paginator(
                  request -> request.bucket(bucket).prefix(prefix).delimiter("/"))
              .commonPrefixes()
              .forEach(
                  folder ->
                      names.add(
                          folder
                              .prefix()
                              .substring(prefix.length(), folder.prefix().length() - 1)));
          return names;
        });
  }

  @Override
  public void delete(String key) throws SinkException, InterruptedException {
    S3Errors.translate(
        "delete '" + key + "' from " + describe(),
        () -> client.deleteObject(request -> request.bucket(bucket).key(key)));
  }

  @Override
  public Upload startUpload(String key) throws SinkException, InterruptedException {
    return S3Errors.translate(
        "begin an upload of '" + key + "' to " + describe(),
        () ->
            new Upload(
                key,
                client
                    .createMultipartUpload(
                        request ->
                            request
                                .bucket(bucket)
                                .key(key)
                                .checksumAlgorithm(ChecksumAlgorithm.CRC32_C))
                    .uploadId(),
                Instant.EPOCH));
  }

  @Override
  public UploadedPart uploadPart(Upload upload, int number, long offset, byte[] bytes)
      throws SinkException, InterruptedException {
    String checksum = checksum(bytes);
    return S3Errors.translate(
        "send part " + number + " of '" + upload.key() + "' to " + describe(),
        () ->
            new UploadedPart(
                number,
                client
                    .uploadPart(
                        request ->
                            request
                                .bucket(bucket)
                                .key(upload.key())
                                .uploadId(upload.id())
                                .partNumber(number)
                                .checksumCRC32C(checksum),
                        RequestBody.fromBytes(bytes))
                    .eTag(),
                checksum));
  }

  @Override
  public CreateResult complete(Upload upload, List<UploadedPart> parts)
      throws SinkException, InterruptedException {
    return conditional(
        "complete '" + upload.key() + "' in " + describe(),
        () -> complete(upload, parts, request -> request.ifNoneMatch(ABSENT)));
  }

  @Override
  public String completeReplacing(Upload upload, List<UploadedPart> parts)
      throws SinkException, InterruptedException {
    return S3Errors.translate(
        "complete '" + upload.key() + "' in " + describe(),
        () -> complete(upload, parts, request -> {}));
  }

  private String complete(
      Upload upload,
      List<UploadedPart> parts,
      Consumer<CompleteMultipartUploadRequest.Builder> condition) {
    List<CompletedPart> completed = new ArrayList<>(parts.size());
    for (UploadedPart part : parts) {
      completed.add(
          CompletedPart.builder()
              .partNumber(part.number())
              .eTag(part.etag())
              .checksumCRC32C(part.checksum())
              .build());
    }
    CompleteMultipartUploadRequest.Builder request =
        CompleteMultipartUploadRequest.builder()
            .bucket(bucket)
            .key(upload.key())
            .uploadId(upload.id())
            .multipartUpload(all -> all.parts(completed));
    condition.accept(request);
    return client.completeMultipartUpload(request.build()).eTag();
  }

  @Override
  public void abort(Upload upload) throws SinkException, InterruptedException {
    found(
        "abort the upload of '" + upload.key() + "' in " + describe(),
        () ->
            client.abortMultipartUpload(
                request -> request.bucket(bucket).key(upload.key()).uploadId(upload.id())));
  }

  @Override
  public List<Upload> uploads(String prefix) throws SinkException, InterruptedException {
    return S3Errors.translate(
        "list the uploads under '" + prefix + "' in " + describe(),
        () -> {
          List<Upload> uploads = new ArrayList<>();
          for (ListMultipartUploadsResponse page :
              client.listMultipartUploadsPaginator(
                  request -> request.bucket(bucket).prefix(prefix))) {
            page.uploads().stream()
                // A store may ignore the prefix.
                .filter(upload -> upload.key().startsWith(prefix))
                .forEach(
                    upload ->
                        uploads.add(
                            new Upload(upload.key(), upload.uploadId(), upload.initiated())));
          }
          return uploads;
        });
  }

  @Override
  public void close() {
    client.close();
  }

  /** A write that may be answered 412 or 409. */
  private static CreateResult conditional(String what, S3Errors.Call<String> write)
      throws SinkException, InterruptedException {
    return S3Errors.translate(
        what,
        () -> {
          try {
            return new CreateResult.Created(write.run());
          } catch (S3Exception e) {
            if (S3Errors.isPreconditionFailed(e)) {
              return new CreateResult.Exists();
            }
            if (S3Errors.isConflict(e)) {
              return new CreateResult.Conflict();
            }
            throw e;
          }
        });
  }

  /** A read that may be answered 404; a missing bucket is no missing object. */
  private static <T> Optional<T> found(String what, S3Errors.Call<T> read)
      throws SinkException, InterruptedException {
    return S3Errors.translate(
        what,
        () -> {
          try {
            return Optional.of(read.run());
          } catch (NoSuchBucketException e) {
            throw e;
          } catch (S3Exception e) {
            if (S3Errors.isNotFound(e)) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  private static String checksum(byte[] bytes) {
    byte[] crc = ByteBuffer.allocate(Integer.BYTES).putInt(Digest.of(bytes).crc32c()).array();
    return Base64.getEncoder().encodeToString(crc);
  }
}
