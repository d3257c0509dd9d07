package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * What a committable of mode xa holds: the branch's name, so that a later version may name branches
 * otherwise and still commit these. Stateless, thread-safe.
 *
 * <pre>
 *   version 1:  format (4 bytes)  length of gtrid (1)  gtrid  length of bqual (1)  bqual
 * </pre>
 */
final class XaCommittable {
  static final int VERSION = 1;

  private XaCommittable() {}

  static Committable of(IntervalId interval, long rows) {
    BranchXid xid = Xids.of(interval);
    byte[] global = xid.getGlobalTransactionId();
    byte[] branch = xid.getBranchQualifier();
    ByteBuffer payload = ByteBuffer.allocate(Integer.BYTES + 2 + global.length + branch.length);
    payload.putInt(xid.getFormatId());
    payload.put((byte) global.length).put(global);
    payload.put((byte) branch.length).put(branch);
    return Committable.of(
        interval, VERSION, payload.array(), rows, "xid " + xid + ", " + rows + " rows");
  }

  static BranchXid xid(Committable committable) throws SinkException {
    if (committable.version() != VERSION) {
      throw new SinkException(
          "Cannot read committable "
              + committable.interval()
              + ": version "
              + committable.version()
              + ", expected "
              + VERSION
              + " (use the version of the sink that wrote it)");
    }
    try {
      ByteBuffer payload = ByteBuffer.wrap(committable.payload());
      return new BranchXid(payload.getInt(), text(payload), text(payload));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new SinkException(
          "Cannot read committable " + committable.interval() + ": it is not a branch's name", e);
    }
  }

  private static byte[] text(ByteBuffer payload) {
    byte[] text = new byte[Byte.toUnsignedInt(payload.get())];
    payload.get(text);
    return text;
  }
}
