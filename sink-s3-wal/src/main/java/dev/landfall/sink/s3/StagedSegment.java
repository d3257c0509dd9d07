package dev.landfall.sink.s3;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.log.TornSegmentException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * A segment whose records are in the store already, as the data objects that a confirmation will
 * name. Immutable, thread-safe.
 */
final class StagedSegment implements Segment {
  private final Committable committable;
  private final List<DataObject> objects;
  private final ObjectWriting writing;

  StagedSegment(Committable committable, List<DataObject> objects, ObjectWriting writing) {
    this.committable = committable;
    this.objects = List.copyOf(objects);
    this.writing = writing;
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
            + " record by record: its objects hold lines, which are confirmed as they are");
  }

  /**
   * The objects, after a look at each.
   *
   * @throws TornSegmentException if one is gone, or is not the one that was acknowledged (W-4)
   */
  List<DataObject> verified() throws TornSegmentException, SinkException, InterruptedException {
    List<Future<Optional<ObjectInfo>>> looks = new ArrayList<>();
    for (DataObject object : objects) {
      looks.add(writing.workers().send(() -> writing.store().head(object.key())));
    }
    for (int i = 0; i < objects.size(); i++) {
      requireSame(objects.get(i), Workers.await(looks.get(i)));
    }
    return objects;
  }

  private static void requireSame(DataObject object, Optional<ObjectInfo> there)
      throws TornSegmentException {
    if (there.isEmpty()) {
      throw new TornSegmentException("object '" + object.key() + "' is gone");
    }
    if (there.get().bytes() != object.digest().bytes()
        || !there.get().etag().equals(object.etag())) {
      throw new TornSegmentException(
          "object '"
              + object.key()
              + "' has "
              + there.get().bytes()
              + " bytes and ETag "
              + there.get().etag()
              + ", expected "
              + object.digest().bytes()
              + " and "
              + object.etag());
    }
  }
}
