package dev.landfall.sink.redis;

import dev.landfall.stores.Endpoint;
import java.util.Arrays;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;

/** Commands to one server that no client would route elsewhere. */
final class Raw {
  private Raw() {}

  static Object call(Endpoint node, String command, Object... words) {
    String[] texts = Arrays.stream(words).map(String::valueOf).toArray(String[]::new);
    try (Connection connection = new Connection(Lab.address(node))) {
      connection.sendCommand(Command.valueOf(command), texts);
      return connection.getOne();
    }
  }
}
