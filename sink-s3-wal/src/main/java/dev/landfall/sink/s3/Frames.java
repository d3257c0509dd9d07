package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;

/** Puts frames together. Stateless, thread-safe. */
final class Frames {
  private Frames() {}

  /** Waits for all of them. */
  static byte[] joined(List<Future<byte[]>> frames) throws SinkException, InterruptedException {
    List<byte[]> pieces = new ArrayList<>(frames.size());
    int size = 0;
    for (Future<byte[]> frame : frames) {
      byte[] piece = Workers.await(frame);
      pieces.add(piece);
      size = Math.addExact(size, piece.length);
    }
    byte[] joined = new byte[size];
    int at = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, joined, at, piece.length);
      at += piece.length;
    }
    return joined;
  }
}
