package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The few things that this sink asks of an object store. Every call that throws {@link
 * dev.landfall.sdk.StoreUnavailableException} may have taken effect all the same. Thread-safe.
 *
 * <p>What is relied on: an object is there whole or not at all; a read and a list after an
 * acknowledged write show it (Amazon S3: since December 2020); {@link #create} lets one of any
 * number of racing writers win (Amazon S3: {@code If-None-Match: *}, since August 2024).
 */
interface ObjectStore extends AutoCloseable {
  /** How messages name it: {@code s3://bucket} or {@code file:/path}. */
  String describe();

  /** Where other programs find an object: {@code s3://bucket/key}, or a path. */
  default String address(String key) {
    return describe() + '/' + key;
  }

  /** Writes an object unless one of that name is there. Retries inside are bounded. */
  CreateResult create(String key, byte[] bytes) throws SinkException, InterruptedException;

  /**
   * Writes an object whatever is there; for what can be derived again, and never for data.
   *
   * @return its ETag
   */
  String replace(String key, byte[] bytes) throws SinkException, InterruptedException;

  /** The whole object, or empty if there is none of that name; for small ones. */
  Optional<StoredObject> read(String key) throws SinkException, InterruptedException;

  /** The object as a stream that the caller closes, or empty if there is none of that name. */
  Optional<OpenObject> open(String key) throws SinkException, InterruptedException;

  /** What is known about an object, or empty if there is none of that name. */
  Optional<ObjectInfo> head(String key) throws SinkException, InterruptedException;

  /**
   * One page of the objects whose key begins with {@code prefix} and sorts after {@code after}, in
   * the order of their UTF-8 bytes.
   *
   * @param after a key, or empty for the first page
   * @param limit 1 to 1,000; fewer come only at the end
   */
  List<ObjectInfo> list(String prefix, String after, int limit)
      throws SinkException, InterruptedException;

  /** The names between {@code prefix}, which ends with a slash, and the next slash. */
  Set<String> folders(String prefix) throws SinkException, InterruptedException;

  /** Deletes an object; one that is not there is fine. */
  void delete(String key) throws SinkException, InterruptedException;

  /** Begins a multipart upload: nothing is there under the key until it is completed. */
  Upload startUpload(String key) throws SinkException, InterruptedException;

  /**
   * Sends one part, at least 5 MiB long unless it is the last.
   *
   * @param number from 1 on
   * @param offset where its first byte stands in the object
   */
  UploadedPart uploadPart(Upload upload, int number, long offset, byte[] bytes)
      throws SinkException, InterruptedException;

  /** Makes the object of the parts, unless one of that name is there. */
  CreateResult complete(Upload upload, List<UploadedPart> parts)
      throws SinkException, InterruptedException;

  /**
   * Makes the object of the parts, in place of one of that name.
   *
   * @return its ETag
   */
  String completeReplacing(Upload upload, List<UploadedPart> parts)
      throws SinkException, InterruptedException;

  /** Discards an upload; one that is not there is fine. */
  void abort(Upload upload) throws SinkException, InterruptedException;

  /** The uploads whose key begins with {@code prefix}. */
  List<Upload> uploads(String prefix) throws SinkException, InterruptedException;

  /** Frees connections. Idempotent. */
  @Override
  void close();
}
