package dev.landfall.benchmarks;

import dev.landfall.sdk.HostTime;
import java.net.URI;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.RedisClient;

/** SET by SET through Jedis's own pipeline, read back after each so many. One thread at a time. */
final class BareRedisPipeline implements Contender {
  private final RedisClient client;
  private final NumberedRecords keys;
  private final Payloads payloads;
  private final int depth;
  private final long records;
  private final HostTime time;
  private long number;

  BareRedisPipeline(
      String url, NumberedRecords keys, Payloads payloads, int depth, long records, HostTime time) {
    this.client = RedisClient.create(URI.create(url));
    this.keys = keys;
    this.payloads = payloads;
    this.depth = depth;
    this.records = records;
    this.time = time;
  }

  @Override
  public String name() {
    return "bare Jedis pipeline of SET";
  }

  @Override
  public Measured round() {
    Meter meter = new Meter(time);
    try (AbstractPipeline pipeline = client.pipelined()) {
      for (long i = 0; i < records; i++, number++) {
        pipeline.set(keys.key(number), payloads.value(number));
        if (i % depth == depth - 1) {
          pipeline.sync();
        }
      }
      pipeline.sync();
    }
    return meter.stop(records);
  }

  @Override
  public void close() {
    client.close();
  }
}
