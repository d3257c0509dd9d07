package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all writers of one sink share to write objects. Immutable, thread-safe.
 *
 * @param layout where each record goes
 * @param limits when an object is closed
 * @param store where objects go
 * @param objects writes each of them once
 * @param codec compresses
 * @param workers the threads
 */
record ObjectWriting(
    Layout layout,
    Limits limits,
    ObjectStore store,
    DataObjects objects,
    Codec codec,
    Workers workers) {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectWriting.class);

  /** The same objects in another store. */
  ObjectWriting in(ObjectStore other, Backoff backoff) {
    return new ObjectWriting(
        layout, limits, other, new DataObjects(other, codec, backoff), codec, workers);
  }

  OpenPart begin(String key) {
    return new OpenPart(
        key,
        layout.format().header(),
        codec,
        workers,
        new ObjectSender(key, store, objects, workers));
  }

  /** Aborts uploads that have begun; one that cannot be reached is found as a leftover. */
  void discard(Collection<OpenPart> parts) {
    for (OpenPart part : parts) {
      try {
        part.discard();
      } catch (SinkException e) {
        LOG.warn("Cannot abort the upload of {}: {}", part.key(), e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
