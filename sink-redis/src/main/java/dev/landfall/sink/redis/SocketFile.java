package dev.landfall.sink.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Connects to a socket file. Java has channels for it (JEP 380) and Jedis wants a {@link Socket},
 * so one is made of the other. Immutable, thread-safe.
 */
record SocketFile(Path path, Duration timeout) implements JedisSocketFactory {
  @Override
  public Socket createSocket() {
    try {
      return new ChannelSocket(
          SocketChannel.open(UnixDomainSocketAddress.of(path)), timeout.toMillis());
    } catch (IOException | UnsupportedOperationException e) {
      throw new JedisConnectionException("Cannot connect to unix:" + path, e);
    }
  }

  /** What Jedis uses of a socket. One thread at a time. */
  private static final class ChannelSocket extends Socket {
    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private long timeoutMillis;

    ChannelSocket(SocketChannel channel, long timeoutMillis) throws IOException {
      this.channel = channel;
      this.timeoutMillis = timeoutMillis;
      this.selector = Selector.open();
      channel.configureBlocking(false);
      this.key = channel.register(selector, 0);
    }

    /** 0 waits for ever. */
    private void await(int operation) throws IOException {
      key.interestOps(operation);
      if (selector.select(timeoutMillis) == 0) {
        throw new SocketTimeoutException("no answer within " + timeoutMillis + " ms");
      }
      selector.selectedKeys().clear();
    }

    @Override
    public InputStream getInputStream() {
      return new InputStream() {
        @Override
        public int read() throws IOException {
          byte[] one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
          ByteBuffer buffer = ByteBuffer.wrap(into, offset, length);
          int count = channel.read(buffer);
          while (count == 0) {
            await(SelectionKey.OP_READ);
            count = channel.read(buffer);
          }
          return count;
        }
      };
    }

    @Override
    public OutputStream getOutputStream() {
      return new OutputStream() {
        @Override
        public void write(int one) throws IOException {
          write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
          ByteBuffer buffer = ByteBuffer.wrap(from, offset, length);
          while (buffer.hasRemaining()) {
            if (channel.write(buffer) == 0) {
              await(SelectionKey.OP_WRITE);
            }
          }
        }
      };
    }

    @Override
    public synchronized void setSoTimeout(int millis) {
      timeoutMillis = millis;
    }

    @Override
    public synchronized int getSoTimeout() {
      return (int) timeoutMillis;
    }

    @Override
    public boolean isConnected() {
      return channel.isConnected();
    }

    @Override
    public boolean isBound() {
      return true;
    }

    @Override
    public boolean isClosed() {
      return !channel.isOpen();
    }

    @Override
    public boolean isInputShutdown() {
      return !channel.isOpen();
    }

    @Override
    public boolean isOutputShutdown() {
      return !channel.isOpen();
    }

    @Override
    public synchronized void close() throws IOException {
      selector.close();
      channel.close();
    }
  }
}
