package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.transaction.xa.Xid;

/**
 * Names branches by their interval, and reads the names back (SI-4). Stateless, thread-safe.
 *
 * <pre>
 *   format            0x4C464431 ("LFD1")
 *   global (gtrid)    lf:PIPELINE:SUBTASK                 at most 3 + 48 + 1 + 6  = 58 bytes
 *   branch (bqual)    SINK:GENERATION:ORDINAL             at most 32 + 2 * (1 + 13) = 60 bytes
 * </pre>
 *
 * Numbers are in base 36. The colon is in no pipeline's or sink's name, so no two intervals share a
 * name, and {@code orders} never stands for {@code orders-eu} (SI-5).
 */
final class Xids {
  static final int FORMAT = 0x4C464431;

  private static final int BASE = 36;
  private static final Pattern GLOBAL = Pattern.compile("lf:([a-z0-9_-]+):([0-9a-z]{1,6})");
  private static final Pattern BRANCH =
      Pattern.compile("([a-z0-9_-]+):([0-9a-z]{1,13}):([0-9a-z]{1,13})");

  private Xids() {}

  static BranchXid of(IntervalId interval) {
    SinkId sink = interval.writer().sink();
    String global =
        "lf:" + sink.pipeline() + ":" + Integer.toString(interval.writer().subtask(), BASE);
    String branch =
        sink.sink()
            + ":"
            + Long.toString(interval.generation().value(), BASE)
            + ":"
            + Long.toString(interval.ordinal(), BASE);
    return new BranchXid(
        FORMAT,
        global.getBytes(StandardCharsets.US_ASCII),
        branch.getBytes(StandardCharsets.US_ASCII));
  }

  /** The interval that a branch's name stands for; empty for anybody else's. */
  static Optional<IntervalId> interval(Xid xid) {
    if (xid.getFormatId() != FORMAT) {
      return Optional.empty();
    }
    Matcher global = GLOBAL.matcher(ascii(xid.getGlobalTransactionId()));
    Matcher branch = BRANCH.matcher(ascii(xid.getBranchQualifier()));
    if (!global.matches() || !branch.matches()) {
      return Optional.empty();
    }
    try {
      IntervalId interval =
          new IntervalId(
              new SinkId(global.group(1), branch.group(1))
                  .writer(Integer.parseInt(global.group(2), BASE)),
              new Generation(Long.parseLong(branch.group(2), BASE)),
              Long.parseLong(branch.group(3), BASE));
      // Another spelling of the same numbers is not ours.
      return of(interval).equals(BranchXid.of(xid)) ? Optional.of(interval) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String ascii(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
