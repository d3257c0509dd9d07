package dev.landfall.stores;

import java.net.URI;
import java.util.Optional;

/**
 * An S3 server with an empty bucket {@code landfall}; clients use path-style access. Thread-safe.
 */
public final class S3Store implements Store {
  static final String TLS_ENDPOINT = "TLS_ENDPOINT";

  private final Servers servers;

  S3Store(Servers servers) {
    this.servers = servers;
  }

  @Override
  public Servers servers() {
    return servers;
  }

  /** {@code http://host:port}. */
  public URI endpointUri() {
    return URI.create(environment().getOrDefault(kind().endpointVariable(), ""));
  }

  /** {@code https://host:port} of the TLS listener, if it was asked for. */
  public Optional<URI> tlsEndpointUri() {
    return Optional.ofNullable(environment().get(kind().variable(TLS_ENDPOINT))).map(URI::create);
  }

  /** The server's direct address, for a proxy. */
  public Endpoint endpoint() {
    URI uri = endpointUri();
    int defaultPort = "https".equals(uri.getScheme()) ? 443 : 80;
    return new Endpoint(uri.getHost(), uri.getPort() < 0 ? defaultPort : uri.getPort());
  }

  /** The bucket that is there from the start. */
  public String bucket() {
    return environment().getOrDefault(kind().variable("BUCKET"), "landfall");
  }

  /** The access key id. */
  public String accessKey() {
    return environment().getOrDefault(kind().variable("ACCESS_KEY"), "");
  }

  /** The secret access key. */
  public String secretKey() {
    return environment().getOrDefault(kind().variable("SECRET_KEY"), "");
  }

  /** The region to sign for. */
  public String region() {
    return environment().getOrDefault(kind().variable("REGION"), "us-east-1");
  }
}
