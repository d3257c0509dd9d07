package dev.landfall.sink.jdbc;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.CommittableCodec;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.Barrier;
import dev.landfall.sdk.host.CommitLimits;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.Recovery;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.sdk.host.RestoredState;
import dev.landfall.sdk.host.WriterDriver;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * A small host in a process of its own: one writer, numbered records, a checkpoint file. It may be
 * killed at any moment and started again.
 */
final class Host {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path directory;
  private final SinkId id;
  private final int total;
  private final int perCheckpoint;
  private final Rejections rejected = new Rejections();
  private long checkpoint;
  private long generation;
  private int position;
  private Optional<Committable> pending = Optional.empty();
  private Optional<IntervalId> newest = Optional.empty();

  private Host(Path directory, SinkId id, int total, int perCheckpoint) {
    this.directory = directory;
    this.id = id;
    this.total = total;
    this.perCheckpoint = perCheckpoint;
  }

  /** Arguments: url, user, password, mode, table, pipeline, directory, records, per checkpoint. */
  public static void main(String[] arguments) throws Exception {
    JdbcSettings settings =
        JdbcSettings.of(arguments[0], arguments[4])
            .user(arguments[1], arguments[2])
            .mode(JdbcMode.valueOf(arguments[3].toUpperCase(Locale.ROOT)))
            .batchRows(50)
            .connectTimeout(Duration.ofSeconds(60));
    SinkId id = new SinkId(arguments[5], "rows");
    Host host =
        new Host(
            Path.of(arguments[6]),
            id,
            Integer.parseInt(arguments[7]),
            Integer.parseInt(arguments[8]));
    host.run(settings.build());
    say("done");
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private void run(JdbcConfiguration configuration) throws Exception {
    read();
    SinkContext context = JdbcSettings.context(id);
    CommitLimits limits = new CommitLimits(PATIENCE, Duration.ofMillis(20), Duration.ofMillis(500));
    try (Sink sink = new JdbcSinkProvider().open(configuration, context);
        SegmentStore segments = new LocalSegmentStore(directory.resolve("log"));
        CommitterDriver committer =
            CommitterDriver.open(sink, context, Optional.of(segments), rejected, limits)) {
      Generation current = recover(sink, committer, segments);
      say("recovered at " + current);
      try (WriterDriver writer =
          WriterDriver.open(
              sink, id.writer(0), current, rejected, Optional.of(segments), Runnable::run)) {
        while (position < total) {
          step(writer, committer, current);
        }
      }
    }
    if (!rejected.reasons().isEmpty()) {
      throw new IllegalStateException(rejected.reasons().get(0));
    }
  }

  private Generation recover(Sink sink, CommitterDriver committer, SegmentStore segments)
      throws Exception {
    List<Pending> restored = pendings();
    RestoredState state =
        new RestoredState(
            checkpoint == 0 ? Optional.empty() : Optional.of(new CheckpointId(checkpoint)),
            new Generation(generation),
            newest.stream().toList(),
            restored,
            pending.map(Committable::interval).map(Set::of).orElse(Set.of()));
    try (Recovery recovery =
        Recovery.of(
            sink, List.of(new WriterScope(id, 0, 1)), state, committer, Optional.of(segments))) {
      Generation current = recovery.newest().next();
      recovery.run(current, ReplayPolicy.REFUSE);
      return current;
    }
  }

  private List<Pending> pendings() {
    return pending
        .map(one -> List.of(new Pending(Optional.of(new CheckpointId(checkpoint)), one)))
        .orElse(List.of());
  }

  private void step(WriterDriver writer, CommitterDriver committer, Generation current)
      throws Exception {
    int end = Math.min(total, position + perCheckpoint);
    for (int i = position; i < end; i++) {
      writer.write(record(i));
    }
    Barrier barrier = writer.barrier().get();
    position = end;
    checkpoint++;
    generation = current.value();
    pending = barrier.committable();
    newest = Optional.of(barrier.interval());
    committer.requireAlive(pendings(), Duration.ofSeconds(1));
    save();
    say("checkpoint " + checkpoint);
    committer.commit(pendings());
    say("committed " + checkpoint);
    if (pending.isPresent()) {
      committer.forget(List.of(pending.get()));
    }
  }

  private static SinkRecord record(int number) {
    return SinkRecord.put(
        Value.of(number),
        Value.of(Map.of("id", Value.of(number), "a", Value.of("record " + number))));
  }

  private Path file() {
    return directory.resolve("checkpoint");
  }

  private void read() throws IOException {
    Files.createDirectories(directory);
    if (!Files.exists(file())) {
      return;
    }
    Properties saved = new Properties();
    try (Reader reader = Files.newBufferedReader(file())) {
      saved.load(reader);
    }
    checkpoint = Long.parseLong(saved.getProperty("checkpoint"));
    generation = Long.parseLong(saved.getProperty("generation"));
    position = Integer.parseInt(saved.getProperty("position"));
    newest = Optional.of(IntervalId.parse(saved.getProperty("newest")));
    String committable = saved.getProperty("committable");
    if (committable != null) {
      pending = Optional.of(CommittableCodec.decode(Base64.getDecoder().decode(committable)));
    }
  }

  private void save() throws IOException {
    Properties state = new Properties();
    state.setProperty("checkpoint", Long.toString(checkpoint));
    state.setProperty("generation", Long.toString(generation));
    state.setProperty("position", Integer.toString(position));
    state.setProperty("newest", newest.orElseThrow().toString());
    pending.ifPresent(
        one ->
            state.setProperty(
                "committable", Base64.getEncoder().encodeToString(CommittableCodec.encode(one))));
    Path temporary = directory.resolve("checkpoint.new");
    try (Writer writer = Files.newBufferedWriter(temporary)) {
      state.store(writer, null);
    }
    Files.move(
        temporary, file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
