package dev.landfall.sink.s3;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Zstandard frames with checksum. A context holds about a megabyte outside the heap, so contexts
 * are kept and there are never more than threads that compress at once. Thread-safe.
 */
final class ZstdCodec implements Codec {
  private final int level;
  private final ConcurrentLinkedQueue<ZstdCompressCtx> idle = new ConcurrentLinkedQueue<>();

  ZstdCodec(int level) {
    this.level = level;
  }

  @Override
  public String suffix() {
    return ".zst";
  }

  @Override
  public byte[] frame(byte[] raw, int length) {
    ZstdCompressCtx context = idle.poll();
    if (context == null) {
      context = new ZstdCompressCtx();
      context.setLevel(level);
      context.setChecksum(true);
    }
    byte[] bound = new byte[Math.toIntExact(Zstd.compressBound(length))];
    int size = context.compressByteArray(bound, 0, bound.length, raw, 0, length);
    idle.add(context);
    return Arrays.copyOf(bound, size);
  }

  @Override
  public InputStream open(InputStream compressed) throws IOException {
    ZstdInputStream frames = new ZstdInputStream(compressed);
    frames.setContinuous(false);
    return frames;
  }

  @Override
  public void close() {
    for (ZstdCompressCtx context = idle.poll(); context != null; context = idle.poll()) {
      context.close();
    }
  }
}
