package dev.landfall.sdk.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Notes writes, fsyncs and the closing of a file in their order. One thread at a time. */
final class RecordingChannel extends FileChannel {
  private final FileChannel file;
  private final Path sealed;
  private final List<String> events;

  RecordingChannel(FileChannel file, Path sealed, List<String> events) {
    this.file = file;
    this.sealed = sealed;
    this.events = events;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    events.add("write");
    return file.write(source);
  }

  @Override
  public void force(boolean metaData) throws IOException {
    events.add(Files.exists(sealed) ? "force after the name" : "force");
    file.force(metaData);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    events.add("close");
    file.close();
  }

  @Override
  public int read(ByteBuffer target) {
    throw unexpected();
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) {
    throw unexpected();
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) {
    throw unexpected();
  }

  @Override
  public long position() {
    throw unexpected();
  }

  @Override
  public FileChannel position(long newPosition) {
    throw unexpected();
  }

  @Override
  public long size() {
    throw unexpected();
  }

  @Override
  public FileChannel truncate(long size) {
    throw unexpected();
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) {
    throw unexpected();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count) {
    throw unexpected();
  }

  @Override
  public int read(ByteBuffer target, long position) {
    throw unexpected();
  }

  @Override
  public int write(ByteBuffer source, long position) {
    throw unexpected();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) {
    throw unexpected();
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) {
    throw unexpected();
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) {
    throw unexpected();
  }

  private static UnsupportedOperationException unexpected() {
    return new UnsupportedOperationException("a segment writer only appends, forces and closes");
  }
}
