package dev.landfall.stores;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Scanner;
import org.jspecify.annotations.Nullable;

/**
 * Claims on TCP ports of 127.0.0.1, held until they are released or the JVM ends. Thread-safe.
 *
 * <p>Protocol: all JVMs of a user share one file; byte n of it, locked, is the claim on port n. The
 * system releases the locks of a dead JVM.
 *
 * <p>Invariants: ports come from below the ephemeral range, so that between a kill and a restart no
 * outgoing connection is given the server's port by the kernel. The channel is never closed:
 * closing any channel of a file drops all POSIX locks of the process on it (fcntl(2)).
 */
final class Ports implements AutoCloseable {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int SPAN = 10_000;
  private static final int LOWEST = 10_000;
  private static final int EPHEMERAL_DEFAULT = 32_768;

  /** Guards the two fields below. */
  private static final Object LOCK = new Object();

  private static @Nullable FileChannel claims;
  private static int offset = (int) (ProcessHandle.current().pid() * 37 % SPAN);

  private final List<FileLock> held = new ArrayList<>();

  /** Claims a free port. */
  synchronized int claim() {
    int first = firstPort();
    for (int tried = 0; tried < SPAN; tried++) {
      int port = first + nextOffset();
      Optional<FileLock> claim = bindable(port) ? lock(port) : Optional.empty();
      if (claim.isPresent()) {
        held.add(claim.get());
        return port;
      }
    }
    throw new StoreUnavailableException(
        "Cannot claim a port: none of " + first + " to " + (first + SPAN) + " is free");
  }

  @Override
  public synchronized void close() {
    for (FileLock lock : held) {
      try {
        lock.release();
      } catch (IOException e) {
        throw new StoreException("Cannot release a port claim", e);
      }
    }
    held.clear();
  }

  static boolean bindable(int port) {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static int nextOffset() {
    synchronized (LOCK) {
      offset = (offset + 1) % SPAN;
      return offset;
    }
  }

  private static Optional<FileLock> lock(int port) {
    synchronized (LOCK) {
      try {
        if (claims == null) {
          Path file = Folders.state("locks").resolve("ports.lock");
          claims = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        }
        return Optional.ofNullable(claims.tryLock(port, 1, false));
      } catch (OverlappingFileLockException e) {
        return Optional.empty(); // another thread or class loader of this JVM has it
      } catch (IOException e) {
        throw new StoreException("Cannot claim port " + port, e);
      }
    }
  }

  private static int firstPort() {
    int ephemeral = EPHEMERAL_DEFAULT;
    try {
      String range = Files.readString(Path.of("/proc/sys/net/ipv4/ip_local_port_range"));
      ephemeral = new Scanner(range).nextInt();
    } catch (IOException | NoSuchElementException e) {
      // The default of the kernel it is.
    }
    return Math.max(LOWEST, ephemeral - SPAN - 1);
  }
}
