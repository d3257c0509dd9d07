package dev.landfall.sink.s3;

import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.log.TornSegmentException;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Makes the data objects of a sealed segment. One thread at a time. */
final class SegmentObjects {
  private final ObjectWriting writing;

  SegmentObjects(ObjectWriting writing) {
    this.writing = writing;
  }

  /**
   * Returns once every object is acknowledged.
   *
   * @throws TornSegmentException if the segment is not what was sealed
   */
  List<DataObject> write(Segment segment, RejectedRecords rejected)
      throws TornSegmentException, SinkException, InterruptedException {
    if (segment instanceof StagedSegment staged) {
      return staged.verified();
    }
    if (segment instanceof SpooledSegment spooled) {
      return spooled.sent(writing);
    }
    try (SegmentReader records = segment.open();
        IntervalWriter objects =
            new IntervalWriter(segment.committable().interval(), writing, Announcement.NONE)) {
      Optional<SinkRecord> record = records.next();
      while (record.isPresent()) {
        append(record.get(), objects, rejected);
        record = records.next();
      }
      return objects.finish();
    } catch (TornSegmentException e) {
      throw e;
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "Cannot read the segment of " + segment.committable().interval() + ": " + e, e);
    }
  }

  private static void append(SinkRecord record, IntervalWriter objects, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    try {
      objects.append(record);
    } catch (UnwritableException e) {
      rejected.reject(record, String.valueOf(e.getMessage()));
    }
  }
}
