package dev.landfall.sink.redis;

import java.util.Optional;

/** How a person looks into the store. Stateless, thread-safe. */
final class Inspection {
  private Inspection() {}

  /** A command to paste; redis-cli asks for a password by itself where one is needed (SI-9). */
  static String of(RedisConfiguration configuration) {
    String prefix = KeyTemplate.parse(configuration.key()).prefix();
    StringBuilder words = new StringBuilder("redis-cli ").append(where(configuration));
    configuration.user().ifPresent(user -> words.append(" --user '").append(user).append('\''));
    if (configuration.password().isPresent()) {
      words.append(" --askpass");
    }
    return words
        .append(" --scan --pattern '")
        .append(Glob.literal(prefix))
        .append("*' | head")
        .toString();
  }

  private static String where(RedisConfiguration configuration) {
    Optional<ServerAddress> single = configuration.url().map(ServerAddress::parse);
    if (single.isEmpty()) {
      var node = ServerAddress.node(configuration.nodes().get(0));
      return "-c -h " + node.getHost() + " -p " + node.getPort();
    }
    ServerAddress address = single.get();
    if (address.socket().isPresent()) {
      return "-s '" + address.socket().get() + "'";
    }
    boolean tls = address.tls() || configuration.tls().isPresent();
    return "-h "
        + address.host().getHost()
        + " -p "
        + address.host().getPort()
        + (address.database() == 0 ? "" : " -n " + address.database())
        + (tls ? " --tls" : "");
  }
}
