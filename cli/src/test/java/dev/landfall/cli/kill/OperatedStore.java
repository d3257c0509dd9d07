package dev.landfall.cli.kill;

import dev.landfall.stores.KafkaStore;
import dev.landfall.stores.S3Store;
import dev.landfall.stores.SqlStore;
import dev.landfall.stores.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Stores in which something can be pending, each shared by several pipelines. */
enum OperatedStore {
  DIRECTORY {
    @Override
    String sink(Path home, String name) {
      return "{ type: directory, path: \"%s\" }".formatted(home.resolve("store"));
    }

    @Override
    long count(Path home, String name) throws Exception {
      try (Stream<Path> files = Files.list(home.resolve("store"))) {
        long lines = 0;
        for (Path file : files.toList()) {
          if (file.getFileName().toString().startsWith(name + ".")) {
            lines += Files.readAllLines(file).size();
          }
        }
        return lines;
      }
    }
  },

  MYSQL {
    @Override
    String sink(Path home, String name) throws Exception {
      return Database.sink(mysql(), "xa", table(home, name), home);
    }

    @Override
    long count(Path home, String name) throws Exception {
      return rows(mysql(), home, name);
    }

    private SqlStore mysql() {
      return Stores.mysql().shared();
    }
  },

  POSTGRES {
    @Override
    String sink(Path home, String name) throws Exception {
      return Database.sink(postgres(), "xa", table(home, name), home);
    }

    @Override
    long count(Path home, String name) throws Exception {
      return rows(postgres(), home, name);
    }

    private SqlStore postgres() {
      return Stores.postgres().shared();
    }
  },

  KAFKA {
    @Override
    String sink(Path home, String name) {
      return "{ type: kafka, bootstrap-servers: \"%s\", topic: %s, value: json, create-topic: { partitions: 1 } }"
          .formatted(kafka().bootstrapServers(), table(home, name));
    }

    @Override
    long count(Path home, String name) {
      Map<String, Object> properties = new HashMap<>();
      properties.put("bootstrap.servers", kafka().bootstrapServers());
      properties.put("isolation.level", "read_committed");
      properties.put("enable.auto.commit", "false");
      TopicPartition partition = new TopicPartition(table(home, name), 0);
      try (KafkaConsumer<String, String> consumer =
          new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        long end = consumer.endOffsets(List.of(partition)).get(partition);
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        long records = 0;
        while (consumer.position(partition) < end) {
          if (System.nanoTime() > deadline) {
            throw new AssertionError("a reader is blocked");
          }
          records += consumer.poll(Duration.ofMillis(200)).count();
        }
        return records;
      }
    }

    private KafkaStore kafka() {
      return Stores.kafka().shared();
    }
  };

  /** The {@code sink:} section of a pipeline. */
  abstract String sink(Path home, String name) throws Exception;

  /** How many records of a pipeline a reader sees. */
  abstract long count(Path home, String name) throws Exception;

  private static String table(Path home, String name) {
    return "t" + home.getFileName().toString().replaceAll("[^A-Za-z0-9]", "") + "_" + name;
  }

  private static long rows(SqlStore store, Path home, String name) throws Exception {
    return Long.parseLong(
        Database.rows(
                store,
                "SELECT COUNT(*) FROM " + table(home, name).toLowerCase(java.util.Locale.ROOT))
            .get(0));
  }

  /** The {@code store:} section of an S3 server; its keys go into files. */
  static String s3(S3Store server, Path home) throws IOException {
    Path access = Files.writeString(home.resolve("access"), server.accessKey());
    Path secret = Files.writeString(home.resolve("secret"), server.secretKey());
    return "{ bucket: \"%s\", endpoint: \"%s\", region: \"%s\", addressing: path, access-key: \"${file:%s}\", secret-key: \"${file:%s}\" }"
        .formatted(server.bucket(), server.endpointUri(), server.region(), access, secret);
  }
}
