package dev.landfall.stores;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * s3proxy 4.1.0 over a local directory. A bucket is a folder there. Immutable, thread-safe.
 *
 * @param properties lines that go over the ones given here
 */
record S3Recipe(Map<String, String> properties, boolean tls) implements Recipe {
  private static final String VERSION = "4.1.0";
  private static final String BUCKET = "landfall";
  private static final String ACCESS_KEY = "landfall";
  private static final String SECRET_KEY = "landfall-secret";

  @Override
  public Plan prepare(RunFolder run, Ports ports) {
    return prepare(run, ports, Optional.empty());
  }

  private Plan prepare(RunFolder run, Ports ports, Optional<String> training) {
    int port = ports.claim();
    Path data = Folders.made(run.path().resolve("data"));
    Folders.made(data.resolve(BUCKET));
    Map<String, String> lines = serverProperties(port, data);
    Map<String, String> environment = environment(port);
    if (tls) {
      int secure = ports.claim();
      TestCertificate certificate = TestCertificate.in(run);
      lines.put("s3proxy.secure-endpoint", "https://" + Endpoint.local(secure));
      lines.put("s3proxy.keystore-path", certificate.keyStore().toString());
      lines.put("s3proxy.keystore-password", TestCertificate.PASSWORD);
      environment.putAll(certificate.environment(StoreKind.S3));
      environment.put(
          StoreKind.S3.variable(S3Store.TLS_ENDPOINT), "https://" + Endpoint.local(secure));
    }
    lines.putAll(properties);
    Path file = run.path().resolve("s3proxy.properties");
    Folders.write(
        file,
        lines.entrySet().stream()
            .map(line -> line.getKey() + "=" + line.getValue() + "\n")
            .collect(Collectors.joining()));
    Path logging = run.path().resolve("logback.xml");
    Folders.write(logging, LOGGING);
    return Plan.of(
        Launch.of(
            () -> {
              JavaServer server = server(logging);
              String archive = training.orElseGet(() -> server.useArchive(S3Recipe::train));
              return server.command(archive, "--properties", file.toString());
            },
            "INFO Server: Started"),
        environment);
  }

  private static Map<String, String> serverProperties(int port, Path data) {
    Map<String, String> lines = new TreeMap<>();
    lines.put("s3proxy.endpoint", "http://" + Endpoint.local(port));
    lines.put("s3proxy.authorization", "aws-v2-or-v4");
    lines.put("s3proxy.identity", ACCESS_KEY);
    lines.put("s3proxy.credential", SECRET_KEY);
    lines.put("jclouds.provider", "filesystem-nio2");
    lines.put("jclouds.identity", "unused");
    lines.put("jclouds.credential", "unused");
    lines.put("jclouds.filesystem.basedir", data.toString());
    return lines;
  }

  private static Map<String, String> environment(int port) {
    Map<String, String> lines = new TreeMap<>();
    StoreKind kind = StoreKind.S3;
    lines.put(kind.endpointVariable(), "http://" + Endpoint.local(port));
    lines.put(kind.variable("ACCESS_KEY"), ACCESS_KEY);
    lines.put(kind.variable("SECRET_KEY"), SECRET_KEY);
    lines.put(kind.variable("REGION"), "us-east-1");
    lines.put(kind.variable("BUCKET"), BUCKET);
    return lines;
  }

  private static JavaServer server(Path logging) {
    List<Path> classPath =
        MavenArtifacts.classPath(
            "s3proxy-" + VERSION,
            "org.gaul:s3proxy:" + VERSION,
            // Without this pin two of its dependencies disagree on a version.
            "com.fasterxml.jackson.core:jackson-annotations:2.21");
    List<String> options = List.of("-Xmx256m", "-Dlogback.configurationFile=" + logging);
    return new JavaServer("s3proxy-" + VERSION, classPath, options, "org.gaul.s3proxy.Main");
  }

  private static void train(String archiveOption) {
    S3Recipe plain = new S3Recipe(Map.of(), false);
    Recipe training = (run, ports) -> plain.prepare(run, ports, Optional.of(archiveOption));
    try (EmbeddedServers servers =
        EmbeddedServers.start(StoreKind.S3, RunFolder.attached(StoreKind.S3), training)) {
      servers.stop(0); // the JVM writes the archive at its exit
    }
  }

  private static final String LOGGING =
      """
      <configuration>
        <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%d %level %logger{0}: %msg%n</pattern></encoder>
        </appender>
        <root level="INFO"><appender-ref ref="out"/></root>
      </configuration>
      """;
}
