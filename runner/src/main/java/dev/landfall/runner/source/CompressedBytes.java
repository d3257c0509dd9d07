package dev.landfall.runner.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The bytes that a compressed file was made from; positions count those. Going back means to begin
 * again, and going forward to read. Owned by the scanner that reads it.
 */
final class CompressedBytes implements InputBytes {
  private static final int SKIP_BYTES = 1 << 16;

  private final Path file;
  private final Compression compression;
  private FileChannel channel;
  private InputStream stream;
  private long position;

  private CompressedBytes(Path file, Compression compression) throws IOException {
    this.file = file;
    this.compression = compression;
    this.channel = FileChannel.open(file, StandardOpenOption.READ);
    this.stream = decompress(channel, compression);
  }

  static CompressedBytes open(Path file, Compression compression) throws IOException {
    return new CompressedBytes(file, compression);
  }

  private static InputStream decompress(FileChannel channel, Compression compression)
      throws IOException {
    try {
      return compression.decompress(Channels.newInputStream(channel));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int read = stream.read(target, offset, length);
    if (read > 0) {
      position += read;
    }
    return read;
  }

  @Override
  public boolean seek(long target) throws IOException {
    if (target < position) {
      stream.close();
      channel = FileChannel.open(file, StandardOpenOption.READ);
      stream = decompress(channel, compression);
      position = 0;
    }
    byte[] skipped = new byte[SKIP_BYTES];
    while (position < target) {
      int wanted = (int) Math.min(SKIP_BYTES, target - position);
      if (read(skipped, 0, wanted) < 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean holds(long before, byte[] bytes, int from, int to) {
    return true; // nobody changes what is complete
  }

  @Override
  public long consumed() throws IOException {
    return channel.isOpen() ? channel.position() : 0;
  }

  @Override
  public void close() throws IOException {
    stream.close();
    channel.close();
  }
}
