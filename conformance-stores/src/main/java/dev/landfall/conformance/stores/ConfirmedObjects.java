package dev.landfall.conformance.stores;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * A reader who knows only what the documentation says: it follows the numbered entries of each log
 * and reads the objects that they name. It shares no code with the sink. One thread at a time.
 *
 * <p>What it has read it keeps by key <em>and</em> ETag: an entry that is overwritten is read
 * again.
 */
final class ConfirmedObjects {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final S3Client client;
  private final String bucket;
  private final Map<String, List<JsonNode>> read = new HashMap<>();

  ConfirmedObjects(S3Client client, String bucket) {
    this.client = client;
    this.bucket = bucket;
  }

  /** Every record that counts, in the order of logs, entries and lines. */
  List<String> records(List<S3Object> objects) {
    Map<String, S3Object> byKey = byKey(objects);
    List<String> records = new ArrayList<>();
    for (String key : keys(objects)) {
      S3Object object = byKey.get(key);
      if (object != null) {
        lines(object).forEach(line -> records.add(line.asText()));
      }
    }
    return records;
  }

  /**
   * The objects that confirmations name, whether they are there or not; one that is named twice
   * counts twice.
   */
  List<String> keys(List<S3Object> objects) {
    List<String> keys = new ArrayList<>();
    for (S3Object entry : log(objects)) {
      for (JsonNode line : lines(entry)) {
        if (line.path("kind").asText().equals("object")) {
          keys.add(line.path("key").asText());
        }
      }
    }
    return keys;
  }

  /** What each entry says, but for the process that wrote it. */
  List<String> entries(List<S3Object> objects) {
    List<String> entries = new ArrayList<>();
    for (S3Object entry : log(objects)) {
      for (JsonNode line : lines(entry)) {
        String kind = line.path("kind").asText();
        if (kind.equals("fence") || kind.equals("confirmation")) {
          entries.add(
              entry.key() + ":" + kind + line.path("generation") + line.path("interval").asText());
        }
      }
    }
    return entries;
  }

  /** The entries of each log from the first one to the first gap. */
  private static List<S3Object> log(List<S3Object> objects) {
    List<S3Object> log = new ArrayList<>();
    Map<String, Long> last = new HashMap<>();
    for (S3Object object : byKey(objects).values()) {
      if (S3Key.of(object.key()).kind() == S3Key.Kind.LOG) {
        String folder = object.key().substring(0, object.key().lastIndexOf('/') + 1);
        long number = number(object.key().substring(folder.length()));
        if (number == last.getOrDefault(folder, 0L) + 1) {
          last.put(folder, number);
          log.add(object);
        }
      }
    }
    return log;
  }

  private static long number(String name) {
    return name.matches("\\d{20}\\.jsonl")
        ? Long.parseLong(name.substring(0, name.indexOf('.')))
        : 0;
  }

  private static Map<String, S3Object> byKey(List<S3Object> objects) {
    Map<String, S3Object> byKey = new TreeMap<>();
    objects.forEach(object -> byKey.put(object.key(), object));
    return byKey;
  }

  private List<JsonNode> lines(S3Object object) {
    String name = object.key() + " " + object.eTag();
    List<JsonNode> known = read.get(name);
    if (known != null) {
      return known;
    }
    Optional<List<JsonNode>> fetched = fetched(object.key());
    fetched.ifPresent(lines -> read.put(name, lines));
    return fetched.orElse(List.of());
  }

  /** Empty if it was removed since it was listed. */
  private Optional<List<JsonNode>> fetched(String key) {
    try {
      String text =
          client
              .getObjectAsBytes(get -> get.bucket(bucket).key(key))
              .asString(StandardCharsets.UTF_8);
      List<JsonNode> lines = new ArrayList<>();
      for (String line : text.lines().toList()) {
        lines.add(JSON.readTree(line));
      }
      return Optional.of(lines);
    } catch (NoSuchKeyException e) {
      return Optional.empty();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot read '" + key + "': " + e.getOriginalMessage(), e);
    }
  }
}
