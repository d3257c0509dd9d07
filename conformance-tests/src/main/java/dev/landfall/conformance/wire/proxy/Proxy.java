package dev.landfall.conformance.wire.proxy;

import dev.landfall.conformance.wire.protocol.WireProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The listeners in front of one process under test: one for each address of its store, on free
 * ports of this machine. Thread-safe; {@code this} guards listeners and links.
 */
public final class Proxy implements AutoCloseable {
  private static final int CONNECT_MILLIS = 3_000;

  private final WireProtocol protocol;
  private final int process;
  private final Mailbox mailbox;
  private final Transcript transcript;
  private final Map<InetSocketAddress, ServerSocket> listeners = new LinkedHashMap<>();
  private final List<Link> links = new ArrayList<>();
  private boolean closed;

  private Proxy(WireProtocol protocol, int process, Mailbox mailbox, Transcript transcript) {
    this.protocol = protocol;
    this.process = process;
    this.mailbox = mailbox;
    this.transcript = transcript;
  }

  /** Opens one for a start of a host. */
  public static Proxy open(
      WireProtocol protocol, int process, Mailbox mailbox, Transcript transcript) {
    return new Proxy(protocol, process, mailbox, transcript);
  }

  int process() {
    return process;
  }

  Mailbox mailbox() {
    return mailbox;
  }

  Transcript transcript() {
    return transcript;
  }

  /** The address that leads to {@code target} through this proxy. */
  public synchronized InetSocketAddress route(InetSocketAddress target) {
    ServerSocket listener = listeners.get(target);
    if (listener == null) {
      try {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      } catch (IOException e) {
        throw new IllegalStateException("Cannot listen for clients of " + target, e);
      }
      ServerSocket opened = listener;
      listeners.put(target, opened);
      run("accept-" + target.getPort(), () -> accept(opened, target));
    }
    return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
  }

  private void accept(ServerSocket listener, InetSocketAddress target) {
    while (true) {
      try {
        link(listener.accept(), target);
      } catch (IOException e) {
        if (isClosed() || listener.isClosed()) {
          return;
        }
      }
    }
  }

  private void link(Socket client, InetSocketAddress target) throws IOException {
    Socket store = new Socket();
    try {
      store.connect(target, CONNECT_MILLIS);
    } catch (IOException e) {
      // A client of a store that is away sees its connection end.
      client.close();
      store.close();
      return;
    }
    client.setTcpNoDelay(true);
    store.setTcpNoDelay(true);
    Link link;
    synchronized (this) {
      if (closed) {
        client.close();
        store.close();
        return;
      }
      link = new Link(this, links.size() + 1, client, store, protocol.decoder(this::route));
      links.add(link);
    }
    link.start();
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Every connection that there was. */
  public synchronized List<Link> links() {
    return List.copyOf(links);
  }

  void run(String name, Runnable task) {
    Thread thread = new Thread(task, "proxy-" + process + "-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Takes no further connection; those that are kept open stay so. */
  public void closeListeners() {
    List<ServerSocket> open;
    synchronized (this) {
      closed = true;
      open = List.copyOf(listeners.values());
    }
    for (ServerSocket listener : open) {
      try {
        listener.close();
      } catch (IOException e) {
        // Nobody can connect to it either way.
      }
    }
  }

  /** Ends everything, what is kept open included. */
  @Override
  public void close() {
    closeListeners();
    links().forEach(Link::close);
  }
}
