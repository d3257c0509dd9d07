package dev.landfall.sink.redis;

import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sink.redis.Flight.Failure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Writes by key over pipelines. One thread at a time.
 *
 * <p><b>Protocol.</b> Records become changes and gather in a batch, each key once. A full batch is
 * sent, and while the next one fills its replies come in; then they are read. At the barrier
 * everything is sent, every reply is read, and the servers are asked whether they still are who
 * acknowledged.
 *
 * <p><b>Invariants.</b> In one batch a key is once, so commands may be grouped and split at will.
 * Batches of one connection are carried out in order. A change is sent again only when nothing is
 * on its way, and in mode {@code set} only if no later batch held its key: what was written after
 * it stays. Hashes add to what is there, so theirs goes one batch at a time. At most two batches
 * are sent and unread, and one gathers; each holds a third of the buffer (SI-3).
 *
 * <p><b>Crash analysis.</b> Whatever was sent or not: the source replays the interval, and every
 * command has the same effect twice (I-4).
 */
final class RedisWriter implements IdempotentWriter {
  private static final int SENT_BATCHES = 2;

  private final RedisConfiguration configuration;
  private final ChangeMapper mapper;
  private final RejectedRecords rejected;
  private final Figures figures;
  private final Batch batch;
  private final Links links;
  private final Acknowledged acknowledged;
  private final Transmitter transmitter;
  private final Settling settling;
  private final Deque<Flight> flights = new ArrayDeque<>();
  private final int window;
  private final long batchBytes;
  private Optional<SinkException> poison = Optional.empty();

  RedisWriter(
      RedisConfiguration configuration,
      SinkContext context,
      Dialer dialer,
      WriterId id,
      RejectedRecords rejected) {
    this.figures = new Figures(context.metrics());
    Commands commands = commands(configuration);
    Topology topology =
        configuration.isCluster()
            ? new SlotMap(dialer.seeds())
            : new SingleServer(dialer.seeds().get(0));
    this.configuration = configuration;
    this.rejected = rejected;
    this.mapper = new ChangeMapper(configuration, context.sink());
    this.batch = new Batch(configuration.mode(), rejected, figures);
    this.links = new Links(dialer, id, commands.scripts(), figures);
    this.acknowledged = new Acknowledged(configuration, links, context.time());
    this.transmitter = new Transmitter(links, topology, commands, acknowledged, rejected, figures);
    this.settling =
        new Settling(
            configuration,
            links,
            topology,
            transmitter,
            context.time(),
            new SplittableRandom(context.seed() + id.subtask()),
            figures);
    this.window = configuration.writeCommand() == WriteCommand.HSET ? 1 : SENT_BATCHES;
    this.batchBytes = configuration.bufferSize().bytes() / (SENT_BATCHES + 1);
  }

  private static Commands commands(RedisConfiguration configuration) {
    return switch (configuration.mode()) {
      case SET -> new PlainCommands(configuration);
      case MONOTONIC -> new GuardedCommands(configuration);
    };
  }

  /**
   * Connects.
   *
   * @throws SinkException if no server can be used
   */
  void open() throws SinkException, InterruptedException {
    guarded(settling::begin);
  }

  @Override
  public void write(SinkRecord record) throws SinkException, InterruptedException {
    requireSound();
    Change change;
    try {
      change = mapper.map(record);
    } catch (UnwritableException e) {
      rejected.reject(record, e.getMessage());
      return;
    }
    if (batch.size() > 0 && batch.bytes() + change.bytes() > batchBytes) {
      guarded(this::send);
    }
    batch.add(change);
    if (batch.size() >= configuration.pipelineDepth() || batch.bytes() >= batchBytes) {
      guarded(this::send);
    }
  }

  @Override
  public void flush() throws SinkException, InterruptedException {
    requireSound();
    guarded(
        () -> {
          if (batch.size() > 0) {
            flights.add(transmitter.send(batch.drain()));
          }
          readUntil(0);
          acknowledged.confirm();
        });
  }

  private void send() throws SinkException, InterruptedException {
    flights.add(transmitter.send(batch.drain()));
    readUntil(window - 1);
  }

  /** Reads the oldest replies, until no more than that many batches are unread. */
  private void readUntil(int unread) throws SinkException, InterruptedException {
    while (flights.size() > unread) {
      List<Failure> failed = transmitter.read(flights.getFirst());
      if (failed.isEmpty()) {
        flights.removeFirst();
      } else {
        settling.settle(withThoseBehind(failed));
      }
    }
  }

  /**
   * Reads everything that is on its way. In mode {@code set} a change is left out if a later batch
   * held its key: sending it again would put an older value back (I-3). In mode {@code monotonic} a
   * later batch may have held an older version, so the newest of those that failed is sent, and the
   * script decides.
   */
  private List<Failure> withThoseBehind(List<Failure> first) {
    List<Flight> read = new ArrayList<>(flights);
    List<List<Failure>> failed = new ArrayList<>(List.of(first));
    flights.stream().skip(1).map(transmitter::read).forEach(failed::add);
    flights.clear();
    Map<RedisKey, Failure> reasons = new HashMap<>();
    Batch again = new Batch(configuration.mode(), rejected, figures);
    for (int i = 0; i < read.size(); i++) {
      Set<RedisKey> later = keys(read.subList(i + 1, read.size()));
      for (Failure failure : failed.get(i)) {
        if (configuration.mode() == RedisMode.MONOTONIC
            || !later.contains(failure.change().key())) {
          reasons.put(failure.change().key(), failure);
          again.add(failure.change());
        }
      }
    }
    return again.drain().stream()
        .map(change -> reasons.getOrDefault(change.key(), first.get(0)).of(change))
        .toList();
  }

  private static Set<RedisKey> keys(List<Flight> flights) {
    return flights.stream()
        .flatMap(flight -> flight.changes().stream())
        .map(Change::key)
        .collect(Collectors.toSet());
  }

  /** A step that may fail, and then ends the writer (SI-2). */
  private interface Step {
    void run() throws SinkException, InterruptedException;
  }

  private void guarded(Step step) throws SinkException, InterruptedException {
    boolean sound = false;
    try {
      step.run();
      sound = true;
    } catch (SinkException e) {
      poison = Optional.of(e);
      throw e;
    } finally {
      if (!sound) {
        if (poison.isEmpty()) {
          poison = Optional.of(new SinkException("Cannot go on: it was interrupted, or failed"));
        }
        close();
      }
    }
  }

  private void requireSound() throws SinkException {
    if (poison.isPresent()) {
      throw new SinkException(
          "Cannot go on after an earlier failure (SI-2): " + poison.get().getMessage(),
          poison.get());
    }
  }

  /** Sends nothing that is still gathered (SI-2). */
  @Override
  public void close() {
    flights.clear();
    links.close();
  }
}
