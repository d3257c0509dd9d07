package dev.landfall.sdk.log;

import dev.landfall.sdk.Committable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A sealed segment in a local file. Immutable, thread-safe. */
record LocalSegment(Committable committable, Seal seal, Path file) implements Segment {
  @Override
  public SegmentReader open() throws IOException {
    FileChannel channel = openVerified();
    try {
      SegmentDecoder reader = new SegmentDecoder(channel.position(0), seal);
      reader.begin(committable.interval());
      return reader;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Compares length and footer with the seal. */
  void verify() throws IOException {
    openVerified().close();
  }

  private FileChannel openVerified() throws IOException {
    FileChannel channel = openFile();
    try {
      if (channel.size() != seal.bytes()) {
        throw TornSegments.length(seal, channel.size());
      }
      Seal actual = SegmentFormat.readFooter(seal.name(), footer(channel));
      if (!actual.equals(seal)) {
        throw TornSegments.other(seal, actual);
      }
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private FileChannel openFile() throws IOException {
    try {
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      throw TornSegments.missing(seal, e);
    }
  }

  private byte[] footer(FileChannel channel) throws IOException {
    ByteBuffer footer = ByteBuffer.allocate(SegmentFormat.FOOTER_BYTES);
    long start = seal.bytes() - SegmentFormat.FOOTER_BYTES;
    while (footer.hasRemaining()) {
      if (start < 0 || channel.read(footer, start + footer.position()) < 0) {
        throw TornSegments.length(seal, channel.size());
      }
    }
    return footer.array();
  }
}
