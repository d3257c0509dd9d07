package dev.landfall.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves figures at {@code /metrics} while a pipeline runs. Thread-safe. */
final class MetricsEndpoint implements AutoCloseable {
  private static final String PATH = "/metrics";
  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final int BACKLOG = 16;
  private static final int MAX_PORT = 65_535;

  private final HttpServer server;
  private final ExecutorService thread;
  private final MeasuredMetrics metrics;

  private MetricsEndpoint(HttpServer server, ExecutorService thread, MeasuredMetrics metrics) {
    this.server = server;
    this.thread = thread;
    this.metrics = metrics;
  }

  /**
   * Binds and serves.
   *
   * @param address {@code [HOST:]PORT}; without a host the loopback address, for figures tell about
   *     data; port 0 takes a free one
   * @throws CommandException if that is no address, or cannot be bound
   */
  static MetricsEndpoint start(String address, MeasuredMetrics metrics) throws CommandException {
    InetSocketAddress where = parse(address);
    try {
      ExecutorService thread =
          Executors.newSingleThreadExecutor(
              task -> {
                Thread made = new Thread(task, "metrics");
                made.setDaemon(true);
                return made;
              });
      HttpServer server = HttpServer.create(where, BACKLOG);
      MetricsEndpoint endpoint = new MetricsEndpoint(server, thread, metrics);
      server.setExecutor(thread);
      server.createContext("/", endpoint::answer);
      server.start();
      return endpoint;
    } catch (IOException e) {
      throw new CommandException(
          Exit.FAILED,
          "Cannot serve metrics at " + address + ": " + e.getMessage() + " (name another port)");
    }
  }

  private static InetSocketAddress parse(String address) throws CommandException {
    int colon = address.lastIndexOf(':');
    String host = colon < 0 ? "" : address.substring(0, colon);
    try {
      int port = Integer.parseInt(address.substring(colon + 1));
      if (port < 0 || port > MAX_PORT) {
        throw new NumberFormatException();
      }
      InetAddress at =
          host.isEmpty() ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host);
      return new InetSocketAddress(at, port);
    } catch (NumberFormatException | UnknownHostException e) {
      throw new CommandException(
          Exit.CONFIGURATION,
          "Cannot serve metrics at '"
              + address
              + "': expected PORT or HOST:PORT of this machine, such as 9464 or 0.0.0.0:9464");
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean found = exchange.getRequestURI().getPath().equals(PATH);
      byte[] body =
          (found ? metrics.scrape() : "figures are at " + PATH + "\n")
              .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", TEXT);
      exchange.sendResponseHeaders(found ? 200 : 404, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** Where it is, to paste. */
  String url() {
    InetSocketAddress bound = server.getAddress();
    return "http://" + bound.getAddress().getHostAddress() + ":" + bound.getPort() + PATH;
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }
}
