package dev.landfall.stores;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A Redis cluster of three masters; node n + 3 is the replica of node n. It is formed by the
 * commands that {@code redis-cli --cluster create} sends (Redis cluster specification), since the
 * binaries from Maven bring no redis-cli. Immutable, thread-safe.
 */
record RedisClusterRecipe(int replicas, List<String> arguments, List<Integer> announced)
    implements Recipe {
  static final int MASTERS = 3;

  private static final int SLOTS = 16_384;
  private static final int BUS_OFFSET = 10_000;
  private static final int PORT_TRIES = 50;
  private static final Duration FORM_BOUND = Duration.ofSeconds(60);
  private static final String NODE_TIMEOUT_MILLIS = "1500";

  @Override
  public Plan prepare(RunFolder run, Ports ports) {
    RedisProgram program = RedisProgram.find();
    List<Integer> nodes = new ArrayList<>();
    List<Launch> launches = new ArrayList<>();
    for (int i = 0; i < MASTERS * (1 + replicas); i++) {
      int bus = program.majorVersion() >= 7 ? ports.claim() : 0;
      int port = bus == 0 ? portWithBus(ports) : ports.claim();
      Path data = Folders.made(run.path().resolve("data-" + i));
      List<String> extra = clusterArguments(bus, i);
      nodes.add(port);
      launches.add(
          Launch.of(
              () -> RedisRecipe.command(RedisProgram.find(), port, data, extra),
              RedisRecipe.READY));
    }
    String list =
        nodes.stream()
            .map(port -> Endpoint.local(port).toString())
            .collect(Collectors.joining(","));
    return new Plan(
        launches,
        Map.of(StoreKind.REDIS_CLUSTER.endpointVariable(), list),
        () -> form(nodes, program.majorVersion() >= 7),
        () -> withClients(nodes, RedisClusterRecipe::awaitWhole));
  }

  /** Redis 6 puts its bus 10,000 above the port and takes no other. */
  private static int portWithBus(Ports ports) {
    for (int tried = 0; tried < PORT_TRIES; tried++) {
      int port = ports.claim();
      if (Ports.bindable(port + BUS_OFFSET)) {
        return port;
      }
    }
    throw new StoreUnavailableException("Cannot find a port with a free cluster bus port");
  }

  private List<String> clusterArguments(int bus, int node) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--cluster-enabled", "yes"));
    words.addAll(List.of("--cluster-node-timeout", NODE_TIMEOUT_MILLIS));
    words.addAll(List.of("--repl-diskless-sync-delay", "0"));
    if (bus != 0) {
      words.addAll(List.of("--cluster-port", Integer.toString(bus)));
      // Else a master that is told to stop waits for a replica that was told the same.
      words.addAll(List.of("--shutdown-timeout", "0"));
    }
    if (!announced.isEmpty()) {
      words.addAll(List.of("--cluster-announce-port", Integer.toString(announced.get(node))));
    }
    words.addAll(arguments);
    return words;
  }

  private void form(List<Integer> ports, boolean busChosen) {
    withClients(
        ports,
        nodes -> {
          assignSlots(nodes);
          meet(nodes, ports, busChosen);
          replicate(nodes);
        });
  }

  /** A restarted master takes writes again only after a delay; until then all get CLUSTERDOWN. */
  private static void awaitWhole(List<RespClient> nodes) {
    await(nodes, RedisClusterRecipe::whole, "a cluster in state ok with all links up");
  }

  private static void withClients(List<Integer> ports, Consumer<List<RespClient>> action) {
    List<RespClient> nodes = new ArrayList<>();
    try {
      for (int port : ports) {
        nodes.add(RespClient.connect(Endpoint.local(port)));
      }
      action.accept(nodes);
    } finally {
      nodes.forEach(RespClient::close);
    }
  }

  private static void assignSlots(List<RespClient> nodes) {
    for (int i = 0; i < MASTERS; i++) {
      List<String> words = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
      IntStream.range(SLOTS * i / MASTERS, SLOTS * (i + 1) / MASTERS)
          .forEach(slot -> words.add(Integer.toString(slot)));
      nodes.get(i).call(words.toArray(String[]::new));
      nodes.get(i).call("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
    }
  }

  private void meet(List<RespClient> nodes, List<Integer> ports, boolean busChosen) {
    String own = nodes.get(0).call("CLUSTER", "MYID");
    for (int i = 1; i < nodes.size(); i++) {
      String bus =
          busChosen ? busOf(nodes.get(0), own) : Integer.toString(ports.get(0) + BUS_OFFSET);
      nodes.get(i).call("CLUSTER", "MEET", Endpoint.LOOPBACK, Integer.toString(ports.get(0)), bus);
    }
    await(
        nodes,
        node -> node.call("CLUSTER", "NODES").lines().count() == nodes.size(),
        "each node to know all others");
  }

  /** A line of CLUSTER NODES begins with: id, ip:port@bus. */
  private static String busOf(RespClient node, String id) {
    Matcher matcher = Pattern.compile(id + " [^ ]*@(\\d+)").matcher(node.call("CLUSTER", "NODES"));
    if (!matcher.find()) {
      throw new StoreException("Cannot form the cluster: a node does not list itself");
    }
    return matcher.group(1);
  }

  private void replicate(List<RespClient> nodes) {
    for (int i = MASTERS; i < nodes.size(); i++) {
      nodes.get(i).call("CLUSTER", "REPLICATE", nodes.get(i - MASTERS).call("CLUSTER", "MYID"));
    }
    if (replicas > 0) {
      await(
          nodes.subList(0, MASTERS),
          node -> node.call("INFO", "replication").contains("state=online"),
          "each master to have its replica online");
    }
  }

  private static boolean whole(RespClient node) {
    return node.call("CLUSTER", "INFO").contains("cluster_state:ok")
        && !node.call("CLUSTER", "NODES").contains("disconnected");
  }

  private static void await(List<RespClient> nodes, Predicate<RespClient> condition, String what) {
    if (!Deadline.in(FORM_BOUND).await(() -> nodes.stream().allMatch(condition))) {
      throw new StoreException(
          "Cannot form the Redis cluster: waited " + FORM_BOUND.toSeconds() + " s for " + what);
    }
  }
}
