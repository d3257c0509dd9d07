package dev.landfall.runner.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The bytes of a file as they are. Owned by the scanner that reads it. */
final class PlainBytes implements InputBytes {
  private final FileChannel channel;
  private ByteBuffer view = ByteBuffer.allocate(0);

  private PlainBytes(FileChannel channel) {
    this.channel = channel;
  }

  static PlainBytes open(Path file) throws IOException {
    return new PlainBytes(FileChannel.open(file, StandardOpenOption.READ));
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (view.array() != target) {
      view = ByteBuffer.wrap(target);
    }
    view.limit(offset + length).position(offset);
    return channel.read(view);
  }

  @Override
  public boolean seek(long position) throws IOException {
    if (position > channel.size()) {
      return false;
    }
    channel.position(position);
    return true;
  }

  @Override
  public boolean holds(long position, byte[] bytes, int from, int to) throws IOException {
    if (channel.size() < channel.position()) {
      return false;
    }
    ByteBuffer stored = ByteBuffer.allocate(to - from);
    long at = position - stored.capacity();
    while (stored.hasRemaining()) {
      if (channel.read(stored, at + stored.position()) < 0) {
        return false;
      }
    }
    return stored.flip().equals(ByteBuffer.wrap(bytes, from, to - from));
  }

  @Override
  public long consumed() throws IOException {
    return channel.position();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
