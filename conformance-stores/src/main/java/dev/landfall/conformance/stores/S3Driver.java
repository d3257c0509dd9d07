package dev.landfall.conformance.stores;

import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.RunResult.StoreFacts;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreSpace;
import dev.landfall.conformance.wire.protocol.WireProtocol;
import dev.landfall.stores.S3Store;
import dev.landfall.stores.Stores;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** A bucket, one prefix a run. One thread at a time. */
final class S3Driver implements StoreDriver {
  private static final String ACCESS = "LANDFALL_CONFORMANCE_ACCESS_KEY";
  private static final String SECRET = "LANDFALL_CONFORMANCE_SECRET_KEY";
  private static final String TOKEN = "LANDFALL_CONFORMANCE_SESSION_TOKEN";

  private final Map<String, Object> sink;
  private final Optional<S3Store> own;
  private final Access access;
  private final S3Client client;

  /** How to reach the bucket, and what else the sink is told of it. */
  private record Access(
      URI endpoint,
      String bucket,
      String region,
      String accessKey,
      String secretKey,
      Optional<String> sessionToken,
      Map<String, Object> others) {
    AwsCredentials credentials() {
      return sessionToken.isPresent()
          ? AwsSessionCredentials.create(accessKey, secretKey, sessionToken.get())
          : AwsBasicCredentials.create(accessKey, secretKey);
    }
  }

  private S3Driver(Map<String, Object> sink, Optional<S3Store> own, Access access) {
    this.sink = sink;
    this.own = own;
    this.access = access;
    this.client =
        S3Client.builder()
            .endpointOverride(access.endpoint)
            .region(Region.of(access.region))
            .forcePathStyle(true)
            .credentialsProvider(StaticCredentialsProvider.create(access.credentials()))
            .build();
  }

  /** The bucket of the sink's section {@code store}; without one, a server of its own. */
  static S3Driver open(Map<String, Object> sink) {
    if (sink.get("store") instanceof Map<?, ?> given) {
      return new S3Driver(sink, Optional.empty(), access(given));
    }
    S3Store store = Stores.s3().own().start();
    return new S3Driver(
        sink,
        Optional.of(store),
        new Access(
            store.endpointUri(),
            store.bucket(),
            store.region(),
            store.accessKey(),
            store.secretKey(),
            Optional.empty(),
            Map.of()));
  }

  private static Access access(Map<?, ?> given) {
    URI endpoint = URI.create(required(given, "endpoint"));
    if (!"http".equals(endpoint.getScheme()) || endpoint.getHost() == null) {
      throw new IllegalArgumentException(
          "Cannot put a proxy in front of '"
              + endpoint
              + "': expected an endpoint in the clear, such as http://host:9000");
    }
    address(endpoint);
    if (!"path".equals(text(given, "addressing").orElse("path"))) {
      throw new IllegalArgumentException(
          "Cannot put a proxy in front of a bucket that is part of the host's name: 'addressing' in"
              + " the sink's section 'store' is not path, expected path (or leave it out)");
    }
    return new Access(
        endpoint,
        required(given, "bucket"),
        text(given, "region").orElse("us-east-1"),
        required(given, "access-key"),
        required(given, "secret-key"),
        text(given, "session-token"),
        others(given));
  }

  private static Map<String, Object> others(Map<?, ?> given) {
    Map<String, Object> others = new LinkedHashMap<>();
    given.forEach((key, value) -> others.put(key.toString(), value));
    return others;
  }

  private static Optional<String> text(Map<?, ?> given, String key) {
    return Optional.ofNullable(given.get(key)).map(Object::toString);
  }

  private static String required(Map<?, ?> given, String key) {
    return text(given, key)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot reach the bucket: no '" + key + "' in the sink's section 'store'"));
  }

  S3Client client() {
    return client;
  }

  String bucket() {
    return access.bucket;
  }

  InetSocketAddress address() {
    return address(access.endpoint);
  }

  private static InetSocketAddress address(URI endpoint) {
    int port = endpoint.getPort() < 0 ? 80 : endpoint.getPort();
    return StoreAddress.resolved("endpoint", endpoint.getHost(), port);
  }

  /**
   * The sink's section with the prefix of a run, by way of the proxy. What is compressed would hide
   * which records a request carries.
   */
  Map<String, Object> sinkAt(InetSocketAddress proxied, String prefix) {
    Map<String, Object> store = new LinkedHashMap<>(access.others);
    store.put("bucket", access.bucket);
    store.put(
        "endpoint", "http://" + proxied.getAddress().getHostAddress() + ":" + proxied.getPort());
    store.put("region", access.region);
    store.put("access-key", "${env:" + ACCESS + "}");
    store.put("secret-key", "${env:" + SECRET + "}");
    if (access.sessionToken.isPresent()) {
      store.put("session-token", "${env:" + TOKEN + "}");
    }
    store.put("request-timeout", "2s");
    Map<String, Object> section = new LinkedHashMap<>(sink);
    section.put("store", store);
    section.put("prefix", prefix);
    section.put("format", "jsonl");
    section.put("compression", "none");
    return section;
  }

  Map<String, String> secrets() {
    Map<String, String> secrets = new LinkedHashMap<>();
    secrets.put(ACCESS, access.accessKey);
    secrets.put(SECRET, access.secretKey);
    access.sessionToken.ifPresent(token -> secrets.put(TOKEN, token));
    return secrets;
  }

  @Override
  public StoreFacts facts() {
    String origin = own.map(store -> store.origin().name()).orElse("GIVEN");
    String version = own.isPresent() ? "s3proxy 4.1.0" : "unknown";
    return new StoreFacts("s3", version, origin.toLowerCase(Locale.ROOT));
  }

  @Override
  public WireProtocol protocol() {
    return WireProtocol.http(new S3Operations());
  }

  @Override
  public View view() {
    return View.ROWS;
  }

  @Override
  public StoreSpace space(String name) {
    return new S3Space(this, name);
  }

  @Override
  public boolean restarts() {
    return own.isPresent();
  }

  @Override
  public void restart() {
    S3Store store = own.orElseThrow();
    store.kill();
    store.restart();
  }

  /** It writes, races and lists under a prefix of its own, some eighty requests. */
  @Override
  public boolean preflightMeetsWhatIsLeft() {
    return false;
  }

  @Override
  public boolean refuses(Address at) {
    return at.isOperation();
  }

  @Override
  public boolean refusesBadRecords() {
    return true;
  }

  @Override
  public void close() {
    client.close();
    own.ifPresent(S3Store::close);
  }
}
