package dev.landfall.stores;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** What is done with each store through its ordinary client: write values, read them all back. */
enum Scenario {
  KAFKA,
  KAFKA_OF_THREE,
  REDIS,
  REDIS_CLUSTER,
  MYSQL,
  MARIADB,
  POSTGRES,
  S3;

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final String TOPIC = "values";

  Store start() {
    return switch (this) {
      case KAFKA -> Stores.kafka().own().start();
      case KAFKA_OF_THREE -> Stores.kafka().brokers(3).own().start();
      case REDIS -> Stores.redis().own().start();
      case REDIS_CLUSTER -> Stores.redisCluster().own().start();
      case MYSQL -> Stores.mysql().own().start();
      case MARIADB -> Stores.mariadb().own().start();
      case POSTGRES -> Stores.postgres().own().start();
      case S3 -> Stores.s3().own().start();
    };
  }

  void write(Store store, String value) throws Exception {
    if (store instanceof KafkaStore kafka) {
      produce(kafka.bootstrapServers(), Map.of(), value);
    } else if (store instanceof RedisStore redis && redis.kind() == StoreKind.REDIS) {
      try (RedisClient client = RedisClient.create(URI.create(redis.url()))) {
        client.sadd("values", value);
      }
    } else if (store instanceof RedisStore redis) {
      try (RedisClusterClient client = cluster(redis)) {
        client.sadd("values", value);
      }
    } else if (store instanceof SqlStore sql) {
      execute(sql, "CREATE TABLE IF NOT EXISTS t (v VARCHAR(60) PRIMARY KEY)");
      execute(sql, "INSERT INTO t VALUES ('" + value + "')");
    } else if (store instanceof S3Store s3) {
      try (S3Client client = client(s3)) {
        // Without a condition: the JDK's client keeps connections of the killed server, and a
        // repeated conditional PUT is told 412 for its own success.
        client.putObject(put -> put.bucket(s3.bucket()).key(value), RequestBody.fromString(value));
      }
    }
  }

  Set<String> read(Store store) throws Exception {
    if (store instanceof KafkaStore kafka) {
      return consume(kafka.bootstrapServers());
    } else if (store instanceof RedisStore redis && redis.kind() == StoreKind.REDIS) {
      try (RedisClient client = RedisClient.create(URI.create(redis.url()))) {
        return new TreeSet<>(client.smembers("values"));
      }
    } else if (store instanceof RedisStore redis) {
      try (RedisClusterClient client = cluster(redis)) {
        return new TreeSet<>(client.smembers("values"));
      }
    } else if (store instanceof SqlStore sql) {
      return query(sql, "SELECT v FROM t");
    } else if (store instanceof S3Store s3) {
      try (S3Client client = client(s3)) {
        Set<String> values = new TreeSet<>();
        client
            .listObjectsV2(list -> list.bucket(s3.bucket()))
            .contents()
            .forEach(
                object ->
                    values.add(
                        client
                            .getObjectAsBytes(get -> get.bucket(s3.bucket()).key(object.key()))
                            .asUtf8String()));
        return values;
      }
    }
    throw new IllegalStateException("no reader for " + store.kind());
  }

  static void produce(String bootstrap, Map<String, Object> more, String value) throws Exception {
    Map<String, Object> configuration = new HashMap<>(more);
    configuration.put("bootstrap.servers", bootstrap);
    configuration.put("acks", "all");
    configuration.put("delivery.timeout.ms", 60_000);
    configuration.put("max.block.ms", 60_000);
    try (var producer =
        new KafkaProducer<>(configuration, new StringSerializer(), new StringSerializer())) {
      producer.send(new ProducerRecord<>(TOPIC, value)).get(BOUND.toSeconds(), TimeUnit.SECONDS);
    }
  }

  static Set<String> consume(String bootstrap) {
    TopicPartition partition = new TopicPartition(TOPIC, 0);
    Map<String, Object> configuration = Map.of("bootstrap.servers", bootstrap);
    try (var consumer =
        new KafkaConsumer<>(configuration, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition), BOUND).get(partition);
      Set<String> values = new TreeSet<>();
      Deadline deadline = Deadline.in(BOUND);
      while (consumer.position(partition, BOUND) < end && !deadline.remaining().isZero()) {
        consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
      }
      return values;
    }
  }

  private static RedisClusterClient cluster(RedisStore redis) {
    Endpoint first = redis.endpoint();
    return RedisClusterClient.create(new HostAndPort(first.host(), first.port()));
  }

  static void execute(SqlStore sql, String statement) throws SQLException {
    try (Connection connection = connect(sql, sql.jdbcUrl());
        Statement one = connection.createStatement()) {
      one.execute(statement);
    }
  }

  static Set<String> query(SqlStore sql, String statement) throws SQLException {
    try (Connection connection = connect(sql, sql.jdbcUrl());
        Statement one = connection.createStatement();
        ResultSet rows = one.executeQuery(statement)) {
      Set<String> values = new TreeSet<>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    }
  }

  static Connection connect(SqlStore sql, String url) throws SQLException {
    return DriverManager.getConnection(url, sql.user(), sql.password());
  }

  static S3Client client(S3Store s3) {
    return client(s3, s3.endpointUri(), UrlConnectionHttpClient.builder());
  }

  static S3Client client(S3Store s3, URI endpoint, UrlConnectionHttpClient.Builder http) {
    return S3Client.builder()
        .endpointOverride(endpoint)
        .region(Region.of(s3.region()))
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(s3.accessKey(), s3.secretKey())))
        .httpClientBuilder(http)
        .build();
  }
}
