package dev.landfall.sink.redis;

import dev.landfall.stores.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Stands before a server, and can hold back what is sent to it. Thread-safe. */
final class HoldingProxy implements AutoCloseable {
  private final Endpoint target;
  private final ServerSocket listener;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private final CountDownLatch held = new CountDownLatch(1);

  private HoldingProxy(Endpoint target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  static HoldingProxy before(Endpoint target) throws IOException {
    HoldingProxy proxy = new HoldingProxy(target);
    proxy.daemon(proxy::accept);
    return proxy;
  }

  String url() {
    return "redis://127.0.0.1:" + listener.getLocalPort();
  }

  /** From now on requests wait. */
  void hold() {
    gate = new CountDownLatch(1);
  }

  /** Waits until a request is held. */
  void awaitHeld() throws InterruptedException {
    if (!held.await(10, TimeUnit.SECONDS)) {
      throw new AssertionError("nothing was sent");
    }
  }

  void release() {
    gate.countDown();
  }

  /** What fails here has no other witness than the store. */
  interface Work {
    void run() throws Exception;
  }

  Thread inBackground(Work work) {
    return daemon(
        () -> {
          try {
            work.run();
          } catch (Exception e) {
            // The process that is played here is dead; nobody asks it.
          }
        });
  }

  private Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "proxy");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket(target.host(), target.port());
        sockets.addAll(List.of(client, server));
        daemon(() -> copy(client, server, true));
        daemon(() -> copy(server, client, false));
      }
    } catch (IOException e) {
      // The listener was closed.
    }
  }

  private void copy(Socket from, Socket to, boolean holds) {
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (holds && gate.getCount() > 0) {
          held.countDown();
          gate.await();
        }
        out.write(buffer, 0, count);
      }
    } catch (IOException | InterruptedException e) {
      // One of the two has gone.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
