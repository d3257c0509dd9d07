package dev.landfall.sink.s3;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The opened sink: wires its parts together. Thread-safe. */
final class S3WalSink implements WriteAheadSink {
  private final S3WalConfig config;
  private final SinkContext context;
  private final Bookkeeping bookkeeping;
  private final ObjectStore store;
  private final Backoff backoff;
  private final ObjectWriting writing;

  private S3WalSink(
      S3WalConfig config, SinkContext context, ObjectWriting writing, Backoff backoff) {
    this.config = config;
    this.context = context;
    this.writing = writing;
    this.store = writing.store();
    this.backoff = backoff;
    this.bookkeeping = new Bookkeeping(writing.layout().prefix(), context.sink());
  }

  /** Opens the sink on a store, which it closes in the end. */
  static S3WalSink open(S3WalConfig config, SinkContext context, ObjectStore bare)
      throws SinkException {
    ObjectStore store = config.fencing() == Fencing.NONE ? new UnconditionalStore(bare) : bare;
    Codec codec = Codecs.of(config);
    Backoff backoff = new Backoff(context.time(), context.seed());
    Layout layout = Layout.of(config, context.sink(), Formats.of(config), codec);
    ObjectWriting writing =
        new ObjectWriting(
            layout,
            Limits.of(config),
            store,
            new DataObjects(store, codec, backoff),
            codec,
            new Workers(config.compressionThreads(), config.uploads(), context.threads()));
    return new S3WalSink(config, context, writing, backoff);
  }

  @Override
  public Guarantee guarantee() {
    return Guarantees.of(config.fencing());
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
    return new Preflight(store, config, context, bookkeeping).findings(terms);
  }

  /** Where the log is ours, a record is looked at once, when it is appended. */
  @Override
  public Optional<String> check(SinkRecord record) {
    return config.log() == LogHome.HOST ? writing.layout().check(record) : Optional.empty();
  }

  @Override
  public SegmentPublisher publisher(RejectedRecords rejected) {
    return new S3Publisher(
        context.sink(), context.instance(), logs(), new SegmentObjects(writing), rejected);
  }

  @Override
  public Optional<SegmentStore> log() {
    return switch (config.log()) {
      case HOST -> Optional.empty();
      case LOCAL ->
          Optional.of(new SpooledSegments(bookkeeping, writing.in(segments(), backoff), backoff));
      case STORE -> Optional.of(new StagedSegments(bookkeeping, writing, backoff));
    };
  }

  /** Where segments are that this sink keeps itself. */
  private ObjectStore segments() {
    Optional<Path> directory = config.logDirectory();
    return directory.isPresent() ? new DirectoryStore(directory.get()) : store;
  }

  @Override
  public Takeover takeover() {
    return new S3Takeover(store, bookkeeping, logs(), staged(), context);
  }

  @Override
  public Optional<Administration> administration() {
    return Optional.of(new S3Administration(store, bookkeeping, logs(), staged(), context.time()));
  }

  @Override
  public void close() {
    writing.workers().close();
    writing.codec().close();
    store.close();
  }

  private StagedIntervals staged() {
    return new StagedIntervals(bookkeeping, segments());
  }

  private Logs logs() {
    return new Logs(store, bookkeeping, backoff);
  }
}
