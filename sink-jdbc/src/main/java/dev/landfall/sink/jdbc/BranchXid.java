package dev.landfall.sink.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.transaction.xa.Xid;

/**
 * A branch's name as XA wants it: a format and two texts of at most 64 bytes each (X/Open XA, 4.2).
 * Immutable, thread-safe.
 */
final class BranchXid implements Xid {
  private final int format;
  private final byte[] global;
  private final byte[] branch;

  BranchXid(int format, byte[] global, byte[] branch) {
    if (global.length > MAXGTRIDSIZE || branch.length > MAXBQUALSIZE) {
      throw new IllegalArgumentException(
          "Cannot name a branch with " + global.length + " and " + branch.length + " bytes");
    }
    this.format = format;
    this.global = global.clone();
    this.branch = branch.clone();
  }

  static BranchXid of(Xid other) {
    return new BranchXid(
        other.getFormatId(), other.getGlobalTransactionId(), other.getBranchQualifier());
  }

  @Override
  public int getFormatId() {
    return format;
  }

  @Override
  public byte[] getGlobalTransactionId() {
    return global.clone();
  }

  @Override
  public byte[] getBranchQualifier() {
    return branch.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BranchXid that
        && format == that.format
        && Arrays.equals(global, that.global)
        && Arrays.equals(branch, that.branch);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(global) + Arrays.hashCode(branch);
  }

  @Override
  public String toString() {
    return new String(global, StandardCharsets.ISO_8859_1)
        + ","
        + new String(branch, StandardCharsets.ISO_8859_1);
  }
}
