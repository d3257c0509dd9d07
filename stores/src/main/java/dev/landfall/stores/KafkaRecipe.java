package dev.landfall.stores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Kafka in KRaft mode, every node broker and controller. The voters are static, so a formatted
 * directory holds no port and can be kept as a template. Immutable, thread-safe.
 */
record KafkaRecipe(
    int brokers,
    int transactionVersion,
    Map<String, String> properties,
    List<Integer> proxyPorts,
    boolean tls)
    implements Recipe {
  static final String VERSION = "4.4.0";
  static final String READY = "Kafka Server started";

  private static final String CLUSTER_ID = "bGFuZGZhbGwtc3RvcmVzMA";
  private static final Duration FORMAT_BOUND = Duration.ofMinutes(1);
  private static final String MAIN = "kafka.Kafka";

  /** The ports of one node; 0 where it has no such listener. */
  private record Node(int direct, int controller, int proxied, int secure) {}

  @Override
  public Plan prepare(RunFolder run, Ports ports) {
    return prepare(run, ports, Optional.empty());
  }

  private Plan prepare(RunFolder run, Ports ports, Optional<String> training) {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < brokers; i++) {
      int proxied = proxyPorts.isEmpty() ? 0 : ports.claim();
      nodes.add(new Node(ports.claim(), ports.claim(), proxied, tls ? ports.claim() : 0));
    }
    Optional<TestCertificate> certificate =
        tls ? Optional.of(TestCertificate.in(run)) : Optional.empty();
    Path logging = run.path().resolve("log4j2.properties");
    Folders.write(logging, LOGGING);
    List<Launch> launches = new ArrayList<>();
    for (int i = 0; i < brokers; i++) {
      Path file = run.path().resolve("server-" + i + ".properties");
      Folders.write(file, lines(serverProperties(run, nodes, i, certificate)));
      format(dataFolder(run, i), i + 1);
      launches.add(
          Launch.of(
              () -> {
                JavaServer server = server(logging);
                String archive = training.orElseGet(() -> server.useArchive(KafkaRecipe::train));
                return server.command(archive, file.toString());
              },
              READY));
    }
    return new Plan(launches, environment(nodes, certificate), () -> {}, () -> {});
  }

  private static JavaServer server(Path logging) {
    List<String> options =
        List.of("-Xmx384m", "-Dlog4j2.configurationFile=" + logging, "-Djava.awt.headless=true");
    return new JavaServer("kafka-" + VERSION, classPath(), options, MAIN);
  }

  private static List<Path> classPath() {
    return MavenArtifacts.classPath(
        "kafka-" + VERSION,
        "org.apache.kafka:kafka_2.13:" + VERSION,
        "org.apache.logging.log4j:log4j-slf4j-impl:2.25.5");
  }

  private static void train(String archiveOption) {
    KafkaRecipe plain = new KafkaRecipe(1, 2, Map.of(), List.of(), false);
    Recipe training = (run, ports) -> plain.prepare(run, ports, Optional.of(archiveOption));
    try (EmbeddedServers servers =
        EmbeddedServers.start(StoreKind.KAFKA, RunFolder.attached(StoreKind.KAFKA), training)) {
      servers.stop(0); // the JVM writes the archive at its exit
    }
  }

  private Map<String, String> serverProperties(
      RunFolder run, List<Node> nodes, int index, Optional<TestCertificate> certificate) {
    Map<String, String> all = new TreeMap<>();
    all.put("process.roles", "broker,controller");
    all.put("node.id", Integer.toString(index + 1));
    all.put("log.dirs", dataFolder(run, index).toString());
    all.put("controller.quorum.voters", voters(nodes));
    all.put("controller.listener.names", "CONTROLLER");
    all.put("inter.broker.listener.name", "DIRECT");
    all.put(
        "listener.security.protocol.map",
        "DIRECT:PLAINTEXT,CONTROLLER:PLAINTEXT,PROXIED:PLAINTEXT,TLS:SSL");
    Node node = nodes.get(index);
    String direct = "DIRECT://" + Endpoint.local(node.direct());
    String secure = node.secure() == 0 ? "" : ",TLS://" + Endpoint.local(node.secure());
    String proxied = node.proxied() == 0 ? "" : ",PROXIED://" + Endpoint.local(node.proxied());
    String advertised =
        node.proxied() == 0 ? "" : ",PROXIED://" + Endpoint.local(proxyPorts.get(index));
    String controller = ",CONTROLLER://" + Endpoint.local(node.controller());
    all.put("listeners", direct + controller + proxied + secure);
    all.put("advertised.listeners", direct + advertised + secure);
    certificate.ifPresent(
        material -> {
          all.put("ssl.keystore.type", "PKCS12");
          all.put("ssl.keystore.location", material.keyStore().toString());
          all.put("ssl.keystore.password", TestCertificate.PASSWORD);
        });
    all.putAll(smallCluster(brokers));
    all.putAll(properties);
    return all;
  }

  /** What keeps a cluster small and its restart short. */
  static Map<String, String> smallCluster(int brokers) {
    String copies = Integer.toString(Math.min(brokers, 3));
    String inSync = brokers < 3 ? "1" : "2";
    Map<String, String> all = new TreeMap<>();
    // A killed broker may register again only when its old session has ended: 2 s, not 9.
    all.put("broker.session.timeout.ms", "2000");
    all.put("broker.heartbeat.interval.ms", "400");
    all.put("group.initial.rebalance.delay.ms", "0");
    all.put("default.replication.factor", copies);
    all.put("min.insync.replicas", inSync);
    all.put("offsets.topic.replication.factor", copies);
    all.put("offsets.topic.num.partitions", "1");
    all.put("transaction.state.log.replication.factor", copies);
    all.put("transaction.state.log.min.isr", inSync);
    all.put("transaction.state.log.num.partitions", "1");
    all.put("share.coordinator.state.topic.replication.factor", copies);
    all.put("share.coordinator.state.topic.min.isr", inSync);
    all.put("share.coordinator.state.topic.num.partitions", "1");
    return all;
  }

  private static String voters(List<Node> nodes) {
    List<String> voters = new ArrayList<>();
    for (Node node : nodes) {
      voters.add((voters.size() + 1) + "@" + Endpoint.local(node.controller()));
    }
    return String.join(",", voters);
  }

  private Map<String, String> environment(List<Node> nodes, Optional<TestCertificate> certificate) {
    Map<String, String> lines = new TreeMap<>();
    StoreKind kind = StoreKind.KAFKA;
    lines.put(kind.endpointVariable(), list(nodes.stream().map(Node::direct).toList()));
    if (!proxyPorts.isEmpty()) {
      lines.put(kind.variable(KafkaStore.PROXIED), list(proxyPorts));
      lines.put(
          kind.variable(KafkaStore.PROXY_TARGETS),
          list(nodes.stream().map(Node::proxied).toList()));
    }
    certificate.ifPresent(
        material -> {
          lines.putAll(material.environment(kind));
          lines.put(
              kind.variable(KafkaStore.TLS_BOOTSTRAP),
              list(nodes.stream().map(Node::secure).toList()));
        });
    return lines;
  }

  private static String list(List<Integer> ports) {
    return ports.stream()
        .map(port -> Endpoint.local(port).toString())
        .collect(Collectors.joining(","));
  }

  private static Path dataFolder(RunFolder run, int index) {
    return run.path().resolve("data-" + index);
  }

  /** Copies a formatted directory and gives it this node's number and an id of its own. */
  private void format(Path data, int nodeId) {
    String name = "kafka-" + VERSION + "-data-transaction-version-" + transactionVersion;
    Folders.copy(Templates.folder(name, this::formatTemplate), data);
    byte[] id = new byte[16];
    new SecureRandom().nextBytes(id);
    String directoryId = Base64.getUrlEncoder().withoutPadding().encodeToString(id);
    Folders.write(
        data.resolve("meta.properties"),
        lines(
            Map.of(
                "version",
                "1",
                "cluster.id",
                CLUSTER_ID,
                "node.id",
                Integer.toString(nodeId),
                // A leading "-" would be taken for an option by Kafka's own tools.
                "directory.id",
                "L" + directoryId.substring(1))));
  }

  private void formatTemplate(Path folder) {
    Path file = folder.resolveSibling(folder.getFileName() + ".properties");
    Folders.write(
        file,
        """
        process.roles=broker,controller
        node.id=1
        controller.quorum.voters=1@127.0.0.1:1
        controller.listener.names=CONTROLLER
        listeners=PLAINTEXT://127.0.0.1:2,CONTROLLER://127.0.0.1:1
        log.dirs=%s
        """
            .formatted(folder));
    JavaServer tool =
        new JavaServer("kafka-format", classPath(), List.of("-Xmx256m"), "kafka.tools.StorageTool");
    Command.of(
            tool.command(
                "",
                "format",
                "-t",
                CLUSTER_ID,
                "-c",
                file.toString(),
                "--feature",
                "transaction.version=" + transactionVersion))
        .run(FORMAT_BOUND);
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new StoreException("Cannot delete \"" + file + "\"", e);
    }
  }

  private static String lines(Map<String, String> properties) {
    return properties.entrySet().stream()
        .map(line -> line.getKey() + "=" + line.getValue().replace("\\", "\\\\") + "\n")
        .collect(Collectors.joining());
  }

  private static final String LOGGING =
      """
      rootLogger.level = info
      rootLogger.appenderRef.out.ref = out
      appender.out.type = Console
      appender.out.name = out
      appender.out.layout.type = PatternLayout
      appender.out.layout.pattern = %d %p %c{1}: %m%n
      """;
}
