package dev.landfall.stores;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A real store that can be used, and, unless the user gave it, killed and started again on the same
 * data and ports. Thread-safe.
 *
 * <p>Every wait is bounded; a bound that passes, or a server that ends, is a {@link StoreException}
 * with the end of the server's log. Closing ends the servers and deletes their data; so does the
 * end of the JVM, and after a crash of the JVM the next start of any store.
 */
public sealed interface Store extends AutoCloseable
    permits KafkaStore, RedisStore, SqlStore, S3Store {
  /** The servers behind it, for control of single ones. */
  Servers servers();

  /** Which store it is. */
  default StoreKind kind() {
    return servers().kind();
  }

  /** Where it came from. */
  default StoreOrigin origin() {
    return servers().origin();
  }

  /** Environment variables for another process that is to use this store. */
  default Map<String, String> environment() {
    return servers().environment();
  }

  /** SIGKILL to all servers; returns when they are gone. */
  default void kill() {
    servers().kill(nodes());
  }

  /** An orderly stop of all servers; the data stays. */
  default void stop() {
    servers().stop(nodes());
  }

  /** Starts the servers that are not running on their old data and ports, until they are ready. */
  default void restart() {
    servers().start(nodes());
  }

  /** The end of the servers' logs. */
  default String log() {
    return IntStream.of(nodes()).mapToObj(servers()::log).collect(Collectors.joining("\n"));
  }

  /** What a client needs to trust the TLS listener; empty if the store was started without one. */
  default Optional<Trust> trust() {
    Map<String, String> lines = environment();
    return Optional.ofNullable(lines.get(kind().variable("CA")))
        .map(
            certificate ->
                new Trust(
                    Path.of(certificate),
                    Path.of(lines.getOrDefault(kind().variable("TRUSTSTORE"), "")),
                    lines.getOrDefault(kind().variable("TRUSTSTORE_PASSWORD"), "")));
  }

  @Override
  default void close() {
    servers().close();
  }

  private int[] nodes() {
    return IntStream.range(0, servers().count()).toArray();
  }

  /**
   * The test certificate of a TLS listener, valid for 127.0.0.1 and localhost.
   *
   * @param certificate PEM file
   * @param trustStore PKCS12 file with that certificate
   * @param trustStorePassword its password
   */
  record Trust(Path certificate, Path trustStore, String trustStorePassword) {}
}
