package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.Transcript;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * The bucket that is probed. Requests are told with their answers; everything lies under one
 * prefix. Thread-safe.
 */
final class S3ProbeTarget {
  private static final String ABSENT = "*";
  static final int OK = 200;

  /** Makes a client, as a process of its own would have. */
  @FunctionalInterface
  interface Clients {
    S3Client open() throws SinkException;
  }

  /** One request of the client. */
  private interface Request {
    void send();
  }

  private final Clients clients;
  private final String bucket;
  private final String address;
  private final ProbeContext context;

  S3ProbeTarget(Clients clients, String bucket, String address, ProbeContext context) {
    this.clients = clients;
    this.bucket = bucket;
    this.address = address;
    this.context = context;
  }

  ProbeContext context() {
    return context;
  }

  String address() {
    return address;
  }

  S3Client client() throws SinkException {
    return clients.open();
  }

  String key(String name) {
    return context.namespace() + "/" + name;
  }

  /** The status of an answer; 200 for every success. */
  private static int status(Request request) {
    try {
      request.send();
      return OK;
    } catch (S3Exception e) {
      return e.statusCode();
    }
  }

  /** {@code PUT}, unconditional. */
  int put(S3Client client, String key, String text, Transcript seen) {
    int status =
        status(
            () ->
                client.putObject(
                    request -> request.bucket(bucket).key(key), RequestBody.fromString(text)));
    seen.sent("client", "PUT /" + key + " " + shortly(text)).answered("client", "" + status);
    return status;
  }

  /** {@code PUT} with {@code If-None-Match: *}. */
  int create(S3Client client, String key, String text, Transcript seen) {
    int status =
        status(
            () ->
                client.putObject(
                    request -> request.bucket(bucket).key(key).ifNoneMatch(ABSENT),
                    RequestBody.fromString(text)));
    seen.sent("client", "PUT /" + key + " If-None-Match: * " + shortly(text))
        .answered("client", "" + status);
    return status;
  }

  private static String shortly(String text) {
    return text.length() <= 20 ? "\"" + text + "\"" : text.length() + " bytes";
  }

  /** {@code GET}; empty if there is none of that name. */
  Optional<String> get(S3Client client, String key, Transcript seen) {
    seen.sent("reader", "GET /" + key);
    try {
      ResponseBytes<GetObjectResponse> object =
          client.getObjectAsBytes(request -> request.bucket(bucket).key(key));
      String text = object.asString(StandardCharsets.UTF_8);
      seen.answered("reader", "200 " + shortly(text));
      return Optional.of(text);
    } catch (S3Exception e) {
      if (!S3Errors.isNotFound(e)) {
        throw e;
      }
      seen.answered("reader", "404");
      return Optional.empty();
    }
  }

  /** {@code ListObjectsV2} of what begins so. */
  List<String> list(S3Client client, String prefix, Transcript seen) {
    List<String> keys =
        client
            .listObjectsV2Paginator(request -> request.bucket(bucket).prefix(prefix))
            .contents()
            .stream()
            .map(S3Object::key)
            .toList();
    seen.sent("reader", "GET /?list-type=2&prefix=" + prefix)
        .answered("reader", "200, " + keys.size() + " keys");
    return keys;
  }

  /** Begins a multipart upload of one part, which is sent. */
  StagedUpload stage(S3Client client, String key, String text, Transcript seen) {
    String id = client.createMultipartUpload(request -> request.bucket(bucket).key(key)).uploadId();
    seen.sent("owner", "POST /" + key + "?uploads").answered("owner", "200, an upload id");
    String etag =
        client
            .uploadPart(
                request -> request.bucket(bucket).key(key).uploadId(id).partNumber(1),
                RequestBody.fromString(text))
            .eTag();
    seen.sent("owner", "PUT /" + key + "?partNumber=1").answered("owner", "200");
    return new StagedUpload(key, id, etag);
  }

  /** Completes it, without a condition. */
  int complete(S3Client client, StagedUpload upload, Transcript seen) {
    CompletedPart part = CompletedPart.builder().partNumber(1).eTag(upload.etag()).build();
    int status =
        status(
            () ->
                client.completeMultipartUpload(
                    request ->
                        request
                            .bucket(bucket)
                            .key(upload.key())
                            .uploadId(upload.id())
                            .multipartUpload(all -> all.parts(part))));
    seen.sent("other", "POST /" + upload.key() + "?uploadId=…, complete")
        .answered("other", "" + status);
    return status;
  }

  /** The uploads that are not completed. */
  List<MultipartUpload> uploads(S3Client client, Transcript seen) {
    List<MultipartUpload> uploads =
        client
            .listMultipartUploadsPaginator(
                request -> request.bucket(bucket).prefix(context.namespace()))
            .uploads()
            .stream()
            .filter(upload -> upload.key().startsWith(context.namespace())) // may be ignored
            .toList();
    seen.sent("other", "GET /?uploads&prefix=" + context.namespace())
        .answered("other", "200, " + uploads.stream().map(MultipartUpload::key).toList());
    return uploads;
  }

  /**
   * Aborts the uploads and deletes the objects.
   *
   * @throws SinkException if something stays
   */
  void remove() throws SinkException {
    Transcript seen = new Transcript();
    try (S3Client client = client()) {
      for (MultipartUpload upload : uploads(client, seen)) {
        client.abortMultipartUpload(
            request -> request.bucket(bucket).key(upload.key()).uploadId(upload.uploadId()));
      }
      for (String key : list(client, context.namespace() + "/", seen)) {
        client.deleteObject(request -> request.bucket(bucket).key(key));
      }
    } catch (SdkException e) {
      throw new SinkException(
          "Cannot remove '" + context.namespace() + "/' from " + address + ": " + e.getMessage(),
          e);
    }
  }
}
