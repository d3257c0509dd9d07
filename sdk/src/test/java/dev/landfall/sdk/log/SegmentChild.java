package dev.landfall.sdk.log;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.CommittableCodec;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * The process that is killed: seals one segment after the other and prints each committable once it
 * has it, as a host would make a checkpoint durable. One thread at a time.
 */
final class SegmentChild {
  static final SinkId SINK = new SinkId("orders", "main");

  /** Far more than a test lets it reach. */
  private static final int MAX_SEGMENTS = 1_000_000;

  private SegmentChild() {}

  public static void main(String[] arguments) throws Exception {
    SegmentStore store = new LocalSegmentStore(Path.of(arguments[0]));
    Generation generation = new Generation(Long.parseLong(arguments[1]));
    for (int ordinal = 1; ordinal <= MAX_SEGMENTS; ordinal++) {
      SegmentWriter writer = store.open(new IntervalId(SINK.writer(0), generation, ordinal));
      RandomRecords records = new RandomRecords(ordinal);
      for (int i = 0; i < records(ordinal); i++) {
        writer.append(records.next());
      }
      Committable sealed = writer.seal().orElseThrow();
      // One write, so that no half of a line is read.
      System.out.print(HexFormat.of().formatHex(CommittableCodec.encode(sealed)) + '\n');
      System.out.flush();
    }
  }

  /** Some fit into the buffer, some need several writes. */
  static int records(long ordinal) {
    return ordinal % 3 == 0 ? 20_000 : 100;
  }
}
