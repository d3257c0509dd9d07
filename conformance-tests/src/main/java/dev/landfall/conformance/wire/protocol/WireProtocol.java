package dev.landfall.conformance.wire.protocol;

import java.net.InetSocketAddress;
import java.util.function.UnaryOperator;

/** What a client and a store speak. Stateless, thread-safe. */
@FunctionalInterface
public interface WireProtocol {
  /** For a protocol that nobody has written a decoder for, and for TLS. */
  WireProtocol TURNS = route -> new TurnDecoder();

  /** MySQL and MariaDB. */
  WireProtocol MYSQL = route -> new MySqlDecoder();

  /** PostgreSQL. */
  WireProtocol POSTGRES = route -> new PostgresDecoder();

  /** Redis, and its cluster. */
  WireProtocol RESP = RespDecoder::new;

  /** HTTP/1.1, with operations named by method. */
  WireProtocol HTTP = http(HttpOperations.METHODS);

  /** HTTP/1.1, with operations named by who knows the paths of the store. */
  static WireProtocol http(HttpOperations operations) {
    return route -> new HttpDecoder(operations);
  }

  /**
   * A decoder for one connection.
   *
   * @param route answers the proxy's address for an address that the store tells its clients, so
   *     that no client finds a way around
   */
  Decoder decoder(UnaryOperator<InetSocketAddress> route);
}
