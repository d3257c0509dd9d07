package dev.landfall.benchmarks;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** Who writes a log on a local disk. Stateless, thread-safe. */
final class LogContenders {
  private LogContenders() {}

  /** What both write. */
  record Setting(Path directory, Payloads payloads, Schedule schedule, HostTime time) {}

  /** The log of the sdk: append, seal, forget. One thread at a time. */
  static final class Ours implements Contender {
    private final Setting setting;
    private final LocalSegmentStore store;
    private IntervalId interval =
        new IntervalId(new SinkId("benchmark", "out").writer(0), new Generation(1), 1);

    Ours(Setting setting) {
      this.setting = setting;
      this.store = new LocalSegmentStore(setting.directory());
    }

    @Override
    public String name() {
      return "local log";
    }

    @Override
    public Measured round() throws Exception {
      Feed feed = setting.payloads().feed();
      Meter meter = new Meter(setting.time());
      Loop loop = new Loop(setting.schedule(), meter);
      long records = 0;
      for (int i = 0; i < setting.schedule().intervals(); i++) {
        try (SegmentWriter segment = store.open(interval)) {
          records += loop.interval(0, () -> segment.append(feed.next()));
          long start = meter.nanos();
          Committable sealed = segment.seal().orElseThrow();
          meter.add(Timing.COMMIT, meter.nanos() - start);
          store.forget(sealed);
        }
        interval = interval.next();
      }
      return meter.stop(records);
    }
  }

  /**
   * Plain sequential writing: length, bytes and their CRC-32C through a buffer of the same size,
   * and the same fsyncs: file, rename, directory. One thread at a time.
   */
  static final class Plain implements Contender {
    private static final int BUFFER_BYTES = 256 << 10;

    private final Setting setting;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private final CRC32C sum = new CRC32C();
    private long number;

    Plain(Setting setting) {
      this.setting = setting;
    }

    @Override
    public String name() {
      return "plain file";
    }

    @Override
    public Measured round() throws Exception {
      Files.createDirectories(setting.directory());
      Meter meter = new Meter(setting.time());
      Loop loop = new Loop(setting.schedule(), meter);
      long records = 0;
      for (int i = 0; i < setting.schedule().intervals(); i++) {
        Path open = setting.directory().resolve("plain.open");
        try (FileChannel file =
            FileChannel.open(open, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
          records += loop.interval(0, () -> append(file));
          long start = meter.nanos();
          drain(file);
          file.force(true);
          Path sealed = open.resolveSibling("plain.sealed");
          Files.move(open, sealed, StandardCopyOption.ATOMIC_MOVE);
          forceDirectory();
          meter.add(Timing.COMMIT, meter.nanos() - start);
          Files.delete(sealed);
        }
      }
      return meter.stop(records);
    }

    private void append(FileChannel file) throws IOException {
      byte[] key = setting.payloads().key(number);
      byte[] value = setting.payloads().value(number);
      number++;
      int bytes = 2 * Integer.BYTES + key.length + value.length;
      if (buffer.remaining() < bytes) {
        drain(file);
      }
      int start = buffer.position();
      buffer.putInt(key.length + value.length).put(key).put(value);
      sum.reset();
      sum.update(buffer.array(), start, buffer.position() - start);
      buffer.putInt((int) sum.getValue());
    }

    private void drain(FileChannel file) throws IOException {
      buffer.flip();
      while (buffer.hasRemaining()) {
        file.write(buffer);
      }
      buffer.clear();
    }

    private void forceDirectory() throws IOException {
      try (FileChannel directory = FileChannel.open(setting.directory(), StandardOpenOption.READ)) {
        directory.force(true);
      }
    }
  }
}
