package dev.landfall.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded way is taken within three seconds, whatever the engine is like. */
final class EngineTest {
  private static final Duration BOUND = Duration.ofSeconds(3);
  private static final String OK = "HTTP/1.0 200 OK\r\n\r\n[{\"Id\":\"1\"}]";
  private static final String NOT_FOUND = "HTTP/1.0 404 Not Found\r\n\r\n";

  @TempDir Path folder;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void clear() {
    System.clearProperty("docker.host");
    threads.shutdownNow();
  }

  @Test
  void noEngine() {
    System.setProperty("docker.host", "unix://" + folder.resolve("nothing.sock"));

    assertHolds(false);
  }

  @Test
  void anEngineThatDoesNotAnswer() throws IOException {
    try (ServerSocketChannel listener = engine(request -> "")) {
      assertThat(listener.isOpen()).isTrue();

      assertHolds(false);
    }
  }

  @Test
  void anEngineWithoutTheImage() throws IOException {
    try (ServerSocketChannel listener =
        engine(request -> request.startsWith("GET /_ping") ? OK : NOT_FOUND)) {
      assertThat(listener.isOpen()).isTrue();

      assertHolds(false);
    }
  }

  @Test
  void anEngineWithoutTheReaper() throws IOException {
    try (ServerSocketChannel listener =
        engine(request -> request.contains("filters") ? "HTTP/1.0 200 OK\r\n\r\n[]" : OK)) {
      assertThat(listener.isOpen()).isTrue();

      assertHolds(false);
    }
  }

  @Test
  void anEngineThatHoldsAll() throws IOException {
    try (ServerSocketChannel listener = engine(request -> OK)) {
      assertThat(listener.isOpen()).isTrue();

      assertHolds(true);
    }
  }

  private static void assertHolds(boolean expected) {
    long begin = System.nanoTime();
    assertThat(Engine.holding("redis:7").isPresent()).isEqualTo(expected);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(BOUND);
  }

  /** An engine on a socket; an empty answer keeps the connection open and silent. */
  private ServerSocketChannel engine(Function<String, String> answers) throws IOException {
    Path socket = folder.resolve("e.sock");
    System.setProperty("docker.host", "unix://" + socket);
    ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listener.bind(UnixDomainSocketAddress.of(socket));
    threads.execute(() -> serve(listener, answers));
    return listener;
  }

  private static void serve(ServerSocketChannel listener, Function<String, String> answers) {
    try {
      while (true) {
        SocketChannel client = listener.accept();
        ByteBuffer request = ByteBuffer.allocate(4096);
        client.read(request);
        String text = new String(request.array(), 0, request.position(), StandardCharsets.UTF_8);
        String answer = answers.apply(text);
        if (!answer.isEmpty()) {
          client.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8)));
          client.close();
        }
      }
    } catch (IOException e) {
      // the test is over
    }
  }
}
