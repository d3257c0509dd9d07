package dev.landfall.sink.redis;

import dev.landfall.conformance.host.Bench;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.host.Instance;
import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Item;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import redis.clients.jedis.UnifiedJedis;

/**
 * The sink before a real Redis, for the conformance suite. Each write is a step: the suite may kill
 * before it, and looks after it; so it goes to the server alone and is waited for. A run has a
 * prefix of its own.
 */
final class RedisBench implements Bench {
  private static final int MOST_BYTES = 64;

  private final Gate gate;
  private final UnifiedJedis reader;
  private final RedisConfiguration settings;
  private final String prefix;
  private final TreeSet<String> keys = new TreeSet<>();
  private final Map<Instance, List<IdempotentWriter>> writers = new HashMap<>();
  private List<Item> items = List.of();

  /**
   * Makes a bench.
   *
   * @param settings whose template is {@code PREFIX{key}}
   */
  RedisBench(Gate gate, UnifiedJedis reader, RedisConfiguration settings, String prefix) {
    this.gate = gate;
    this.reader = reader;
    this.settings = settings;
    this.prefix = prefix;
  }

  static Object[] options(String mode, String template) {
    return new Object[] {"mode", mode, "key", template, "max-value-size", MOST_BYTES};
  }

  @Override
  public Sink open(SinkContext context, Instance instance) {
    return new Stepped(new RedisSink(settings, context), instance);
  }

  @Override
  public List<Item> read() {
    List<Item> now = new ArrayList<>();
    if (!keys.isEmpty()) {
      String[] names = keys.stream().map(key -> prefix + key).toArray(String[]::new);
      List<String> values = reader.mget(names);
      int index = 0;
      for (String key : keys) {
        String value = values.get(index++);
        if (value != null) {
          now.add(new Item(key, value));
        }
      }
    }
    items = now.equals(items) ? items : List.copyOf(now);
    return items;
  }

  @Override
  public void died(Instance instance, Connections connections) {
    if (connections == Connections.CLOSED) {
      writers.getOrDefault(instance, List.of()).forEach(IdempotentWriter::close);
    }
  }

  /** Versions follow from the values that were written, but for those of deleted keys. */
  @Override
  public String fingerprint() {
    StringBuilder state = new StringBuilder(read().toString());
    VersionKeys versions = new VersionKeys(settings.bookkeeping());
    for (String key : keys) {
      byte[] version = versions.of(new RedisKey(Utf8.of(prefix + key)));
      byte[] stored = reader.get(version);
      state.append(' ').append(stored == null ? "" : new RedisKey(stored));
    }
    return state.toString();
  }

  @Override
  public void close() {
    writers.values().forEach(all -> all.forEach(IdempotentWriter::close));
  }

  /** Tells the gate of each write before it is made. Thread-safe as the sink is. */
  private final class Stepped implements IdempotentSink {
    private final RedisSink sink;
    private final Instance instance;

    Stepped(RedisSink sink, Instance instance) {
      this.sink = sink;
      this.instance = instance;
    }

    @Override
    public Guarantee guarantee() {
      return sink.guarantee();
    }

    @Override
    public List<Finding> preflight(PipelineTerms terms) {
      return sink.preflight(terms);
    }

    @Override
    public IdempotentWriter writer(WriterId id, RejectedRecords rejected)
        throws SinkException, InterruptedException {
      IdempotentWriter writer = sink.writer(id, rejected);
      writers.computeIfAbsent(instance, none -> new ArrayList<>()).add(writer);
      return new SteppedWriter(writer, instance);
    }

    @Override
    public void close() {
      sink.close();
    }
  }

  private final class SteppedWriter implements IdempotentWriter {
    private final IdempotentWriter writer;
    private final Instance instance;

    SteppedWriter(IdempotentWriter writer, Instance instance) {
      this.writer = writer;
      this.instance = instance;
    }

    @Override
    public void write(SinkRecord record) throws SinkException, InterruptedException {
      if (record.value().toString().startsWith("bad")) {
        // Nothing is too bad for Redis, so it is made too long, and never leaves the client.
        Value tooLong = Value.of("bad".repeat(MOST_BYTES));
        writer.write(SinkRecord.put(record.key(), tooLong).at(record.position()));
        return;
      }
      String key = record.key().toString();
      keys.add(key);
      String id = record.position().split() + ":" + record.position().offset();
      long request =
          gate.send(instance, Access.PUT, record.isDelete() ? "Del" : "Set", key, List.of(id));
      if (gate.deliver(request).isPresent()) {
        throw gate.kill(instance, Connections.CLOSED);
      }
      writer.write(record);
      writer.flush();
      gate.applied(request);
      gate.answered(request, "", List.of());
    }

    @Override
    public void flush() throws SinkException, InterruptedException {
      writer.flush();
    }

    @Override
    public void close() {
      writer.close();
    }
  }
}
