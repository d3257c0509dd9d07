package dev.landfall.stores;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A proxy that only forwards, and counts its connections. Thread-safe. */
final class Forwarder implements AutoCloseable {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private final ServerSocket listener;
  private final Endpoint target;

  Forwarder(int port, Endpoint target) throws IOException {
    this.target = target;
    listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  int connections() {
    return connections.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket(target.host(), target.port());
        sockets.add(client);
        sockets.add(server);
        connections.incrementAndGet();
        threads.execute(() -> copy(client, server));
        threads.execute(() -> copy(server, client));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private static void copy(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // the other side has gone
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    threads.shutdownNow();
  }
}
