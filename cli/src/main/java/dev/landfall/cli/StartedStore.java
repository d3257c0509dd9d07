package dev.landfall.cli;

import dev.landfall.sdk.config.NearestName;
import dev.landfall.stores.Store;
import dev.landfall.stores.StoreKind;
import dev.landfall.stores.Stores;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A store that was started for one command and ends with it. One thread at a time. */
final class StartedStore implements AutoCloseable {
  private final StoreKind kind;
  private final Store store;

  private StartedStore(StoreKind kind, Store store) {
    this.kind = kind;
    this.store = store;
  }

  /** Starts servers of this command's own, whatever endpoint the environment may name. */
  static StartedStore of(String dialect) throws CommandException {
    List<String> labels = Arrays.stream(StoreKind.values()).map(StoreKind::label).toList();
    StoreKind kind =
        StoreKind.labelled(dialect)
            .orElseThrow(
                () ->
                    new CommandException(
                        Exit.CONFIGURATION,
                        "Cannot start '"
                            + dialect
                            + "': no such store ("
                            + NearestName.remedy(dialect, labels)
                            + ")"));
    return new StartedStore(kind, start(kind));
  }

  private static Store start(StoreKind kind) {
    return switch (kind) {
      case KAFKA -> Stores.kafka().own().start();
      case REDIS -> Stores.redis().own().start();
      case REDIS_CLUSTER -> Stores.redisCluster().own().start();
      case MYSQL -> Stores.mysql().own().start();
      case MARIADB -> Stores.mariadb().own().start();
      case POSTGRES -> Stores.postgres().own().start();
      case S3 -> Stores.s3().own().start();
    };
  }

  /** What a file would say to reach it: {@code LANDFALL_S3_ACCESS_KEY} is {@code access-key}. */
  Map<String, String> keys() {
    String label = kind.label().toUpperCase(Locale.ROOT).replace('-', '_');
    int prefix = ("LANDFALL_" + label + "_").length();
    Map<String, String> keys = new TreeMap<>();
    store
        .environment()
        .forEach(
            (variable, value) -> {
              String key = variable.substring(prefix).toLowerCase(Locale.ROOT).replace('_', '-');
              keys.put(key.equals("bootstrap") ? "bootstrap-servers" : key, value);
            });
    return keys;
  }

  /** As SIGKILL does; then starts it on the same data, and returns when it is ready. */
  void killAndStart() {
    store.kill();
    store.restart();
  }

  @Override
  public void close() {
    store.close();
  }
}
