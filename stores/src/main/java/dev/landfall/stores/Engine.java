package dev.landfall.stores;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the container engine, over its HTTP interface (Docker Engine API), the few things that must
 * be known before Testcontainers is let loose: does it answer within two seconds, and does it hold
 * the image already. Testcontainers itself would wait longer, and pull. Thread-safe.
 */
final class Engine {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
  private static final Duration ANSWER_BOUND = Duration.ofSeconds(2);
  private static final Duration REMOVE_BOUND = Duration.ofSeconds(20);
  private static final int OK = 200;
  private static final int NO_ANSWER = 0;

  private record Reply(int status, String body) {}

  private Engine() {}

  /** This engine, if it can run the image at once; else the reason is logged. */
  static Optional<Engine> holding(String image) {
    Optional<String> obstacle = obstacle(image);
    obstacle.ifPresent(reason -> LOG.debug("No container of {}: {}", image, reason));
    return obstacle.isPresent() ? Optional.empty() : Optional.of(new Engine());
  }

  private static Optional<String> obstacle(String image) {
    if (address().isEmpty()) {
      return Optional.of("no engine");
    }
    if (!onClassPath("org.testcontainers.containers.GenericContainer")) {
      return Optional.of("no Testcontainers on the class path");
    }
    Deadline whole = Deadline.in(ANSWER_BOUND);
    if (ask("GET", "/_ping", whole.remaining()).status() != OK) {
      return Optional.of("the engine does not answer within " + ANSWER_BOUND.toSeconds() + " s");
    }
    if (ask("GET", "/images/" + image + "/json", whole.remaining()).status() != OK) {
      return Optional.of("the engine does not hold the image");
    }
    return reaperIsReady(whole)
        ? Optional.empty()
        : Optional.of("no image of Testcontainers' reaper (set TESTCONTAINERS_RYUK_DISABLED=true)");
  }

  /** Testcontainers starts a container of its own before any other; it too must not be pulled. */
  private static boolean reaperIsReady(Deadline whole) {
    if (Boolean.parseBoolean(System.getenv("TESTCONTAINERS_RYUK_DISABLED"))) {
      return true;
    }
    String filter =
        URLEncoder.encode("{\"reference\":[\"testcontainers/ryuk\"]}", StandardCharsets.UTF_8);
    Reply reply = ask("GET", "/images/json?filters=" + filter, whole.remaining());
    return reply.status() == OK && reply.body().contains("\"Id\"");
  }

  /** Ends and deletes a container with its volumes; one that is gone is no error. */
  static void remove(String containerId) {
    Reply reply = ask("DELETE", "/containers/" + containerId + "?force=true&v=true", REMOVE_BOUND);
    if (reply.status() == NO_ANSWER) {
      LOG.warn("Cannot remove container {}: the engine does not answer", containerId);
    }
  }

  private static boolean onClassPath(String type) {
    try {
      Class.forName(type, false, Engine.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static Optional<SocketAddress> address() {
    String host = Settings.find("DOCKER_HOST").orElse("");
    if (host.startsWith("tcp://")) {
      URI uri = URI.create(host);
      return Optional.of(new InetSocketAddress(uri.getHost(), uri.getPort()));
    }
    Path socket = Path.of(host.startsWith("unix://") ? host.substring(7) : "/var/run/docker.sock");
    return Files.exists(socket)
        ? Optional.of(UnixDomainSocketAddress.of(socket))
        : Optional.empty();
  }

  private static Reply ask(String method, String path, Duration bound) {
    SocketAddress address = address().orElse(null);
    if (address == null) {
      return new Reply(NO_ANSWER, "");
    }
    try (SocketChannel channel =
        address instanceof UnixDomainSocketAddress
            ? SocketChannel.open(StandardProtocolFamily.UNIX)
            : SocketChannel.open()) {
      // A blocking channel knows no time-out: it is closed under the call when the bound passes.
      CompletableFuture<Reply> reply =
          CompletableFuture.supplyAsync(() -> exchange(channel, address, method + " " + path));
      return reply.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Reply(NO_ANSWER, "");
    } catch (IOException | ExecutionException | TimeoutException e) {
      return new Reply(NO_ANSWER, "");
    }
  }

  private static Reply exchange(SocketChannel channel, SocketAddress address, String request) {
    try {
      channel.connect(address);
      // HTTP/1.0: the engine closes the connection at the end of its answer.
      String head = request + " HTTP/1.0\r\nHost: engine\r\n\r\n";
      channel.write(ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)));
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      ByteBuffer part = ByteBuffer.allocate(8192);
      while (channel.read(part) >= 0) {
        bytes.write(part.array(), 0, part.position());
        part.clear();
      }
      String text = bytes.toString(StandardCharsets.UTF_8);
      return new Reply(Integer.parseInt(text.substring(9, 12)), text);
    } catch (IOException | RuntimeException e) {
      return new Reply(NO_ANSWER, "");
    }
  }
}
