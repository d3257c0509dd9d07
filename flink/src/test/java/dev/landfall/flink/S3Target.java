package dev.landfall.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import dev.landfall.stores.S3Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A prefix in a bucket, which is its own log, read by the confirmation log. A test's checkpoints
 * are enough for entries, and too few for summaries.
 */
record S3Target(S3Store server) implements Target {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** As the sink's page tells readers; the server may list what is still being written. */
  private static final Pattern ENTRY = Pattern.compile("/subtasks/\\d+/log/\\d{20}\\.jsonl$");

  @Override
  public void prepare(String name) {
    // The prefix is the test's own.
  }

  @Override
  public LandfallSink.Builder sink(String name) {
    Map<String, Object> store = new HashMap<>();
    store.put("bucket", server.bucket());
    store.put("endpoint", server.endpointUri().toString());
    store.put("region", server.region());
    store.put("access-key", SecretFile.reference(server.accessKey()));
    store.put("secret-key", SecretFile.reference(server.secretKey()));
    return LandfallSink.of(
        "s3-wal", Map.of("store", store, "prefix", name, "log", "store", "compression", "none"));
  }

  @Override
  public Converter converter() {
    return number -> SinkRecord.put(Value.ofNull(), Value.of(Map.of("n", Value.of(number))));
  }

  @Override
  public List<Long> visible(String name) throws IOException {
    List<Long> numbers = new ArrayList<>();
    try (S3Client client = client()) {
      for (String entry : keys(client, name + "/_landfall/")) {
        if (ENTRY.matcher(entry).find()) {
          for (JsonNode line : lines(client, entry)) {
            if (line.path("kind").asText().equals("object")) {
              lines(client, line.path("key").asText())
                  .forEach(record -> numbers.add(record.path("n").asLong()));
            }
          }
        }
      }
    }
    return numbers;
  }

  private List<String> keys(S3Client client, String prefix) {
    return client
        .listObjectsV2Paginator(list -> list.bucket(server.bucket()).prefix(prefix))
        .contents()
        .stream()
        .map(one -> one.key())
        .toList();
  }

  private List<JsonNode> lines(S3Client client, String key) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    String text =
        client.getObjectAsBytes(get -> get.bucket(server.bucket()).key(key)).asUtf8String();
    for (String line : text.lines().toList()) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  private S3Client client() {
    return S3Client.builder()
        .endpointOverride(server.endpointUri())
        .region(Region.of(server.region()))
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(server.accessKey(), server.secretKey())))
        .build();
  }
}
