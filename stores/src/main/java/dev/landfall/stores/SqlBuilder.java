package dev.landfall.stores;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a MySQL, MariaDB or PostgreSQL is to be like. One thread at a time. */
public final class SqlBuilder {
  private final StoreKind kind;
  private final List<String> arguments = new ArrayList<>();
  private boolean tls;
  private boolean own;

  SqlBuilder(StoreKind kind) {
    this.kind = kind;
  }

  /**
   * Arguments for the server program, such as {@code "--max-connections=20"}, or {@code "-c",
   * "max_prepared_transactions=0"} for PostgreSQL; they go over the ones that this module gives.
   */
  public SqlBuilder args(String... more) {
    arguments.addAll(List.of(more));
    return this;
  }

  /** Lets the server speak TLS, with a test certificate, on the same port. */
  public SqlBuilder tls() {
    tls = true;
    return this;
  }

  /** Starts servers of its own even if the user gave an endpoint: for who kills and restarts. */
  public SqlBuilder own() {
    own = true;
    return this;
  }

  /** Gets it: given, container or embedded, and waits until it is ready. */
  public SqlStore start() {
    return new SqlStore(Acquisition.start(order()));
  }

  /** One such store for the whole JVM; closing it does nothing, it ends with the JVM. */
  public SqlStore shared() {
    return new SqlStore(Acquisition.shared(order()));
  }

  /**
   * Starts it embedded under a name, so that it outlives this JVM: see {@link StoreCatalog}. A name
   * holds letters, digits and hyphens.
   */
  public StoreCatalog.Running startDetached(String name) {
    return StoreCatalog.start(order(), name);
  }

  Order order() {
    return new Order(kind, own, recipe(), tls ? Optional.empty() : Optional.of(container()));
  }

  private ContainerPlan container() {
    List<String> more = List.copyOf(arguments);
    return switch (kind) {
      case MYSQL -> ContainerPlans.mysql(more);
      case MARIADB -> ContainerPlans.mariadb(more);
      case POSTGRES -> ContainerPlans.postgres(more);
      default -> throw notSql();
    };
  }

  private IllegalStateException notSql() {
    return new IllegalStateException("Cannot start " + kind + " as an SQL server");
  }

  private Recipe recipe() {
    List<String> more = List.copyOf(arguments);
    return switch (kind) {
      case MYSQL -> new MySqlRecipe(more, tls);
      case MARIADB -> new MariaDbRecipe(more, tls);
      case POSTGRES -> new PostgresRecipe(more, tls);
      default -> throw notSql();
    };
  }
}
