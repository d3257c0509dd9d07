package dev.landfall.stores;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A single Redis that has each write on disk before it answers. Immutable, thread-safe. */
record RedisRecipe(List<String> arguments, boolean tls) implements Recipe {
  static final List<String> DURABLE =
      List.of("--appendonly", "yes", "--appendfsync", "always", "--save", "");
  static final String READY = "Ready to accept connections";

  @Override
  public Plan prepare(RunFolder run, Ports ports) {
    int port = ports.claim();
    Path data = Folders.made(run.path().resolve("data"));
    List<String> extra = new ArrayList<>();
    Map<String, String> environment = new TreeMap<>();
    environment.put(StoreKind.REDIS.endpointVariable(), "redis://" + Endpoint.local(port));
    if (tls) {
      int secure = ports.claim();
      TestCertificate certificate = TestCertificate.in(run);
      extra.addAll(tlsArguments(secure, certificate));
      environment.putAll(certificate.environment(StoreKind.REDIS));
      environment.put(
          StoreKind.REDIS.variable(RedisStore.TLS_URL), "rediss://" + Endpoint.local(secure));
    }
    extra.addAll(arguments);
    return Plan.of(
        Launch.of(() -> command(RedisProgram.find(), port, data, extra), READY), environment);
  }

  static List<String> command(RedisProgram program, int port, Path data, List<String> extra) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of(program.path().toString(), "--port", Integer.toString(port)));
    words.addAll(List.of("--bind", Endpoint.LOOPBACK, "--dir", data.toString()));
    words.addAll(DURABLE);
    words.addAll(extra);
    return words;
  }

  private static List<String> tlsArguments(int port, TestCertificate certificate) {
    return List.of(
        "--tls-port", Integer.toString(port),
        "--tls-cert-file", certificate.certificate().toString(),
        "--tls-key-file", certificate.key().toString(),
        "--tls-ca-cert-file", certificate.certificate().toString(),
        "--tls-auth-clients", "no");
  }
}
