package dev.landfall.benchmarks;

import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sink.s3.S3WalConfig;
import dev.landfall.sink.s3.S3WalProvider;
import dev.landfall.stores.S3Store;
import dev.landfall.stores.Stores;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** The S3 sink, with its log in each of its three homes, against a bare loop. */
final class S3Scenario implements Scenario {
  /** About a second each on two cores, as pipelines have them. */
  private static final int INTERVALS = 5;

  private static final long RECORDS = 600_000;

  @Override
  public String name() {
    return "s3";
  }

  @Override
  public String summary() {
    return "sink-s3-wal against a bare loop that serialises, compresses and puts the same records";
  }

  @Override
  public List<Group> measure(Terms terms) throws Exception {
    Schedule schedule = Schedule.counted(INTERVALS, RECORDS);
    Events events = new Events();
    LocalSegmentStore log = new LocalSegmentStore(terms.scratch().resolve("host"));
    Map<String, Object> spool =
        Map.of("log", "local", "log-directory", terms.scratch().resolve("local").toString());
    try (S3Store store = Stores.s3().own().start();
        Contender local =
            SinkContender.open(
                SinkContender.Setting.of("local log", events.feed(), schedule),
                terms.time(),
                context -> open(store, spool, context));
        Contender host =
            SinkContender.open(
                SinkContender.Setting.of("log at the host", events.feed(), schedule).withLog(log),
                terms.time(),
                context -> open(store, Map.of("log", "host"), context));
        Contender staged =
            SinkContender.open(
                SinkContender.Setting.of("log in the bucket", events.feed(), schedule),
                terms.time(),
                context -> open(store, Map.of("log", "store"), context));
        Contender bare =
            new BareObjectLoop(
                events.feed(), schedule, terms.time(), client(store), store.bucket())) {
      return List.of(group(terms.pairedRounds().measure(List.of(local, host, staged, bare))));
    }
  }

  private static Group group(List<Series> series) {
    Series local = series.get(0);
    Series host = series.get(1);
    Series staged = series.get(2);
    Series bare = series.get(3);
    return new Group(
        "s3proxy 4.1.0, one writer",
        String.format(
            Locale.ROOT,
            "Events of about 220 bytes of JSON, zstd 3 on two threads, one object an interval; %d"
                + " intervals of %,d records a round",
            INTERVALS,
            RECORDS),
        series,
        List.of(
            Goal.throughput(local, bare, 0.9),
            Goal.throughput(local, staged, 0.85),
            Goal.throughput(staged, bare, 0.9),
            Goal.throughput(host, bare, 0.9)));
  }

  private static S3Client client(S3Store store) {
    return S3Client.builder()
        .endpointOverride(store.endpointUri())
        .region(Region.of(store.region()))
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(store.accessKey(), store.secretKey())))
        .build();
  }

  private static Sink open(S3Store store, Map<String, Object> log, SinkContext context)
      throws ConfigurationException, SinkException {
    Map<String, Object> keys = new HashMap<>(log);
    keys.put("prefix", "log-in-" + log.get("log"));
    keys.put(
        "store",
        Map.of(
            "bucket", store.bucket(),
            "endpoint", store.endpointUri().toString(),
            "region", store.region(),
            "access-key", "${env:access}",
            "secret-key", "${env:secret}"));
    GivenSecrets secrets =
        new GivenSecrets(Map.of("access", store.accessKey(), "secret", store.secretKey()));
    return new S3WalProvider()
        .open(Configurations.bind(S3WalConfig.class, Section.root(keys), secrets), context);
  }
}
