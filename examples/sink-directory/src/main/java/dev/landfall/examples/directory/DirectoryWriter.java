package dev.landfall.examples.directory;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes one staging file an interval. One thread at a time. */
final class DirectoryWriter implements TransactionWriter {
  private final Layout layout;
  private final Disk disk;
  private IntervalId interval;
  private @Nullable Staged staged;
  private long records;

  /** The open staging file. */
  private record Staged(FileChannel channel, JsonLines lines) {}

  DirectoryWriter(Layout layout, Disk disk, IntervalId interval) {
    this.layout = layout;
    this.disk = disk;
    this.interval = interval;
  }

  @Override
  public void begin(IntervalId begun) {
    interval = begun;
    records = 0;
  }

  @Override
  public void write(SinkRecord record) throws SinkException {
    try {
      staged().lines().write(record);
      records++;
    } catch (IOException e) {
      throw failed("write", e);
    }
  }

  private Staged staged() throws IOException {
    Staged open = staged;
    if (open == null) {
      FileChannel channel = disk.create(layout.open(interval));
      open = new Staged(channel, new JsonLines(Channels.newOutputStream(channel)));
      staged = open;
    }
    return open;
  }

  @Override
  public Optional<Committable> prepare() throws SinkException {
    Staged open = staged;
    if (open == null) {
      return Optional.empty();
    }
    try {
      // 1. the bytes are durable  2. the file is prepared  3. so is its name: in this order, or a
      // crash leaves a short prepared file
      open.lines().finish();
      disk.force(layout.open(interval), open.channel());
      long bytes = open.channel().size();
      open.channel().close();
      disk.rename(layout.open(interval), layout.prepared(interval));
      disk.sync(layout.prepared(interval).resolveSibling("."));
      staged = null;
      return Optional.of(committable(bytes));
    } catch (IOException e) {
      throw failed("prepare", e);
    }
  }

  private Committable committable(long bytes) {
    String summary =
        layout.visible(interval).getFileName() + ", " + records + " records, " + bytes + " bytes";
    return Committable.of(interval, 1, payload(bytes), records, summary);
  }

  /** What a committable holds beside its interval: the file's length, by which it is known. */
  static byte[] payload(long bytes) {
    return ByteBuffer.allocate(Long.BYTES).putLong(bytes).array();
  }

  @Override
  public void abort() throws SinkException {
    Staged open = staged;
    staged = null;
    if (open == null) {
      return;
    }
    try {
      open.channel().close();
      disk.delete(layout.open(interval));
    } catch (IOException e) {
      throw failed("abort", e);
    }
  }

  @Override
  public void close() {
    Staged open = staged;
    staged = null;
    if (open == null) {
      return;
    }
    try {
      open.channel().close();
    } catch (IOException e) {
      // The staging file is dangling whether its handle was closed well or not; recovery deletes
      // it.
    }
  }

  /** Our directory vanishes for one reason only: somebody fenced us (T-8). */
  private SinkException failed(String verb, IOException e) {
    return e instanceof NoSuchFileException
        ? new FencedException("Cannot " + verb + " " + interval + ": its generation was fenced", e)
        : new SinkException("Cannot " + verb + " " + interval + ": " + e, e);
  }
}
