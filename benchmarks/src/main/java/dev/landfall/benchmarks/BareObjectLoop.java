package dev.landfall.benchmarks;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.record.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * What a person writes without any framework: lines into blocks of 1 MiB, two threads that compress
 * them, an object put at each interval's end by another thread. It keeps no log and no
 * confirmation, so a crash leaves it with objects that it cannot tell from whole ones. One thread
 * at a time.
 */
final class BareObjectLoop implements Contender {
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int COMPRESSING = 2;
  private static final int WAITING = 3 * COMPRESSING;
  private static final int LEVEL = 3;

  private final Feed feed;
  private final Schedule schedule;
  private final HostTime time;
  private final S3Client client;
  private final String bucket;
  private final ExecutorService compressing = Executors.newFixedThreadPool(COMPRESSING);
  private final ExecutorService sending = Executors.newSingleThreadExecutor();
  private final Semaphore room = new Semaphore(WAITING);
  private final ThreadLocal<ZstdCompressCtx> contexts =
      ThreadLocal.withInitial(() -> new ZstdCompressCtx().setLevel(LEVEL));
  private final ByteArrayOutputStream block = new ByteArrayOutputStream(BLOCK_BYTES + 4096);
  private final JsonLine line = new JsonLine(block);
  private long object;

  /** Closes the client in the end. */
  BareObjectLoop(Feed feed, Schedule schedule, HostTime time, S3Client client, String bucket)
      throws IOException {
    this.feed = feed;
    this.schedule = schedule;
    this.time = time;
    this.client = client;
    this.bucket = bucket;
  }

  @Override
  public String name() {
    return "bare loop";
  }

  @Override
  public Measured round() throws Exception {
    Meter meter = new Meter(time);
    Loop loop = new Loop(schedule, meter);
    Future<?> put = CompletableFuture.completedFuture(null);
    long records = 0;
    for (int i = 0; i < schedule.intervals(); i++) {
      List<Future<byte[]>> frames = new ArrayList<>();
      records += loop.interval(0, () -> write(frames));
      cut(frames);
      put.get();
      String key = "bare/" + object++ + ".jsonl.zst";
      put = sending.submit(() -> put(key, frames, meter));
    }
    put.get();
    return meter.stop(records);
  }

  private void write(List<Future<byte[]>> frames) throws Exception {
    line.write((Value.OfMap) feed.next().value());
    if (block.size() >= BLOCK_BYTES) {
      cut(frames);
    }
  }

  private void cut(List<Future<byte[]>> frames) throws InterruptedException {
    byte[] raw = block.toByteArray();
    block.reset();
    room.acquire();
    Callable<byte[]> work =
        () -> {
          try {
            return compressed(raw);
          } finally {
            room.release();
          }
        };
    frames.add(compressing.submit(work));
  }

  private byte[] compressed(byte[] raw) {
    byte[] bound = new byte[Math.toIntExact(Zstd.compressBound(raw.length))];
    int size = contexts.get().compress(bound, raw);
    return Arrays.copyOf(bound, size);
  }

  private Void put(String key, List<Future<byte[]>> frames, Meter meter) throws Exception {
    long start = meter.nanos();
    ByteArrayOutputStream whole = new ByteArrayOutputStream(BLOCK_BYTES);
    for (Future<byte[]> frame : frames) {
      whole.writeBytes(frame.get());
    }
    client.putObject(
        request -> request.bucket(bucket).key(key), RequestBody.fromBytes(whole.toByteArray()));
    meter.add(Timing.COMMIT, meter.nanos() - start);
    return null;
  }

  @Override
  public void close() {
    compressing.shutdown();
    sending.shutdown();
    client.close();
  }
}
