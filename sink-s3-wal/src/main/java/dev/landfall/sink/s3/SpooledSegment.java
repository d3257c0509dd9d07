package dev.landfall.sink.s3;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.log.TornSegmentException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/**
 * A segment whose objects are finished and lie on this machine. Immutable; {@link #sent} is called
 * by one thread at a time.
 */
final class SpooledSegment implements Segment {
  private final Committable committable;
  private final List<DataObject> objects;
  private final ObjectStore spool;

  SpooledSegment(Committable committable, List<DataObject> objects, ObjectStore spool) {
    this.committable = committable;
    this.objects = List.copyOf(objects);
    this.spool = spool;
  }

  @Override
  public Committable committable() {
    return committable;
  }

  /** Refuses: what is in the objects are lines, which do not tell a record's key and position. */
  @Override
  public SegmentReader open() throws IOException {
    throw new IOException(
        "Cannot read "
            + committable
            + " record by record: its objects hold lines, which are sent as they are");
  }

  /**
   * Sends every object, under the name that it has here; returns once each is acknowledged.
   *
   * @throws TornSegmentException if one is gone, or is not what was sealed (W-4); of such an object
   *     nothing is visible in the store
   */
  List<DataObject> sent(ObjectWriting to)
      throws TornSegmentException, SinkException, InterruptedException {
    List<Future<DataObject>> sending = new ArrayList<>(objects.size());
    for (DataObject object : objects) {
      sending.add(send(object, to));
    }
    List<DataObject> sent = new ArrayList<>(objects.size());
    for (Future<DataObject> one : sending) {
      sent.add(Workers.await(one));
    }
    return sent;
  }

  private CompletableFuture<DataObject> send(DataObject object, ObjectWriting to)
      throws TornSegmentException, SinkException, InterruptedException {
    Optional<OpenObject> open = spool.open(object.key());
    if (open.isEmpty()) {
      throw new TornSegmentException("'" + spool.address(object.key()) + "' is gone");
    }
    ObjectSender sender = new ObjectSender(object.key(), to.store(), to.objects(), to.workers());
    try (OpenObject file = open.get()) {
      return send(object, file.stream(), sender, Math.toIntExact(to.limits().partBytes()));
    } catch (TornSegmentException e) {
      sender.discard();
      throw e;
    } catch (IOException e) {
      sender.discard();
      throw new StoreUnavailableException(
          "Cannot read '" + spool.address(object.key()) + "': " + e, e);
    }
  }

  /** The last piece goes, and with it the object becomes visible, when all were found whole. */
  private CompletableFuture<DataObject> send(
      DataObject object, InputStream file, ObjectSender sender, int partBytes)
      throws IOException, InterruptedException {
    Digest.Accumulator read = new Digest.Accumulator();
    byte[] piece = file.readNBytes(partBytes);
    read.add(piece, 0, piece.length);
    byte[] next = file.readNBytes(partBytes);
    while (next.length > 0) {
      sender.part(piece);
      read.add(next, 0, next.length);
      piece = next;
      next = file.readNBytes(partBytes);
    }
    if (!read.digest().equals(object.digest())) {
      throw new TornSegmentException(
          "'"
              + spool.address(object.key())
              + "' holds "
              + read.digest()
              + ", expected "
              + object.digest());
    }
    return sender.finish(
        List.of(CompletableFuture.completedFuture(piece)), object.digest(), object.records());
  }
}
