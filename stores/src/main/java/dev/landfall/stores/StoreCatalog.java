package dev.landfall.stores;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stores that outlive the JVM that started them: what {@code landfall stores start}, {@code stop}
 * and {@code list} do. They are found again by their names, by any later JVM of the same user. They
 * are always embedded. Thread-safe.
 */
public final class StoreCatalog {
  private StoreCatalog() {}

  /**
   * A store started before.
   *
   * @param kind empty if its entry cannot be read
   * @param environment the lines that a user copies to use it; empty until it was ready once
   * @param pids its processes that are alive
   * @param servers how many processes it had
   */
  public record Running(
      String name,
      Optional<StoreKind> kind,
      Map<String, String> environment,
      List<Long> pids,
      int servers) {
    /** Whether all its servers are alive. */
    public boolean isAlive() {
      return servers > 0 && pids.size() == servers;
    }
  }

  /** Starts a store of this kind with its defaults, under its label as the name. */
  public static Running start(StoreKind kind) {
    return switch (kind) {
      case KAFKA -> Stores.kafka().startDetached(kind.label());
      case REDIS -> Stores.redis().startDetached(kind.label());
      case REDIS_CLUSTER -> Stores.redisCluster().startDetached(kind.label());
      case MYSQL -> Stores.mysql().startDetached(kind.label());
      case MARIADB -> Stores.mariadb().startDetached(kind.label());
      case POSTGRES -> Stores.postgres().startDetached(kind.label());
      case S3 -> Stores.s3().startDetached(kind.label());
    };
  }

  static Running start(Order order, String name) {
    RunFolder run = RunFolder.detached(order.kind(), name);
    EmbeddedServers.start(order.kind(), run, order.recipe());
    return describe(run);
  }

  /** Ends a store's servers and deletes their data; false if there is none of this name. */
  public static boolean stop(String name) {
    Optional<RunFolder> found =
        RunFolder.detached().stream().filter(run -> run.name().equals(name)).findFirst();
    found.ifPresent(RunFolder::close);
    return found.isPresent();
  }

  /** All of them, by name, those included whose servers have ended meanwhile. */
  public static List<Running> list() {
    RunFolder.sweep();
    return RunFolder.detached().stream().map(StoreCatalog::describe).toList();
  }

  private static Running describe(RunFolder run) {
    List<ProcessIdentity> servers = run.processes();
    return new Running(
        run.name(),
        run.kind(),
        run.all("env."),
        servers.stream().filter(ProcessIdentity::alive).map(ProcessIdentity::pid).toList(),
        servers.size());
  }
}
