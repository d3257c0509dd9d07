package dev.landfall.cli.kill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.landfall.stores.S3Store;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * A reader who knows only what the documentation says: it follows the numbered entries of the
 * confirmation logs, and reads the objects that they name. It shares no code with the sink. One
 * thread at a time.
 */
final class ConfirmedReader implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BOOKKEEPING = "_landfall/";

  /**
   * s3proxy writes an object under its key and a UUID before it renames it; killed in between, it
   * lists that name ever after. No other store does.
   */
  private static final Pattern UNFINISHED =
      Pattern.compile("-\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}$");

  /** More than any run has writers. */
  private static final int SUBTASKS = 8;

  private final Objects objects;
  private final String prefix;
  private final String logs;
  private final Map<Integer, Long> nextEntry = new HashMap<>();
  private final Set<String> confirmedObjects = new HashSet<>();
  private final Set<String> records = new TreeSet<>();
  private final List<String> complaints = new ArrayList<>();

  private ConfirmedReader(Objects objects, String prefix, String pipeline) {
    this.objects = objects;
    this.prefix = prefix + "/";
    this.logs = this.prefix + BOOKKEEPING + pipeline + "/s3-wal/subtasks/";
  }

  static ConfirmedReader of(S3Store store, String prefix, String pipeline) {
    return new ConfirmedReader(new Bucket(store), prefix, pipeline);
  }

  static ConfirmedReader of(Path directory, String prefix, String pipeline) {
    return new ConfirmedReader(new Folder(directory), prefix, pipeline);
  }

  /** Where objects are. One thread at a time. */
  private interface Objects extends AutoCloseable {
    /** The object, or empty if there is none of that name. */
    Optional<byte[]> read(String key) throws IOException;

    /** The keys that begin with a prefix, which ends with a slash. */
    List<String> keys(String prefix) throws IOException;

    @Override
    void close();
  }

  private static final class Bucket implements Objects {
    private final S3Client client;
    private final String bucket;

    Bucket(S3Store store) {
      this.client =
          S3Client.builder()
              .endpointOverride(store.endpointUri())
              .region(Region.of(store.region()))
              .credentialsProvider(
                  StaticCredentialsProvider.create(
                      AwsBasicCredentials.create(store.accessKey(), store.secretKey())))
              .forcePathStyle(true)
              .build();
      this.bucket = store.bucket();
    }

    @Override
    public Optional<byte[]> read(String key) {
      try {
        return Optional.of(
            client.getObjectAsBytes(get -> get.bucket(bucket).key(key)).asByteArrayUnsafe());
      } catch (NoSuchKeyException e) {
        return Optional.empty();
      }
    }

    @Override
    public List<String> keys(String prefix) {
      return client
          .listObjectsV2Paginator(list -> list.bucket(bucket).prefix(prefix))
          .contents()
          .stream()
          .map(S3Object::key)
          .toList();
    }

    @Override
    public void close() {
      client.close();
    }
  }

  /** A key is a path; what begins with a dot is not an object yet. */
  private record Folder(Path root) implements Objects {
    @Override
    public Optional<byte[]> read(String key) throws IOException {
      try {
        return Optional.of(Files.readAllBytes(root.resolve(key)));
      } catch (NoSuchFileException e) {
        return Optional.empty();
      }
    }

    @Override
    public List<String> keys(String prefix) throws IOException {
      try (Stream<Path> files = Files.walk(root.resolve(prefix))) {
        return files
            .filter(Files::isRegularFile)
            .filter(file -> !file.getFileName().toString().startsWith("."))
            .map(file -> root.relativize(file).toString())
            .toList();
      }
    }

    @Override
    public void close() {}
  }

  /**
   * Reads what was confirmed since the last time. Whatever a log names must be there, whole, at
   * once: a writer's part of a checkpoint is seen entirely or not at all.
   *
   * @return whether the server answered
   */
  boolean poll() throws IOException {
    try {
      for (int subtask = 0; subtask < SUBTASKS; subtask++) {
        follow(subtask);
      }
      return true;
    } catch (SdkClientException | S3Exception e) {
      return false; // The server was killed; the entry that was being read is read again.
    }
  }

  private void follow(int subtask) throws IOException {
    while (true) {
      long number = nextEntry.getOrDefault(subtask, 1L);
      Optional<byte[]> entry =
          objects.read(String.format("%s%d/log/%020d.jsonl", logs, subtask, number));
      if (entry.isEmpty()) {
        return;
      }
      Set<String> part = new HashSet<>();
      Set<String> keys = new HashSet<>();
      for (String line : new String(entry.get(), StandardCharsets.UTF_8).lines().toList()) {
        JsonNode node = JSON.readTree(line);
        if (node.path("kind").asText().equals("object")) {
          keys.add(node.path("key").asText());
          part.addAll(lines(node));
        }
      }
      accept(number, subtask, part, keys);
    }
  }

  /** Nothing of an entry counts before all of it was read, since the server may die in between. */
  private void accept(long number, int subtask, Set<String> part, Set<String> keys) {
    for (String record : part) {
      if (!records.add(record)) {
        complaints.add("entry " + number + " of subtask " + subtask + " repeats " + record);
      }
    }
    confirmedObjects.addAll(keys);
    nextEntry.put(subtask, number + 1);
  }

  private List<String> lines(JsonNode object) throws IOException {
    String key = object.path("key").asText();
    Optional<byte[]> bytes = objects.read(key);
    if (bytes.isEmpty()) {
      complaints.add(key + " is confirmed and not there");
      return List.of();
    }
    try (GZIPInputStream unzipped = new GZIPInputStream(new ByteArrayInputStream(bytes.get()))) {
      List<String> lines =
          new String(unzipped.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      if (bytes.get().length != object.path("bytes").asLong()
          || lines.size() != object.path("records").asInt()) {
        complaints.add(key + " is not what was confirmed");
      }
      return lines;
    }
  }

  /** Every record that was seen confirmed, as its line. */
  Set<String> records() {
    return records;
  }

  /** What should not have been seen. */
  List<String> complaints() {
    return complaints;
  }

  /** Data objects that no confirmation names, without what the server itself left unfinished. */
  List<String> unconfirmed() throws IOException {
    return objects.keys(prefix).stream()
        .filter(key -> !UNFINISHED.matcher(key).find())
        .filter(key -> !key.startsWith(prefix + BOOKKEEPING) && !confirmedObjects.contains(key))
        .toList();
  }

  @Override
  public void close() {
    objects.close();
  }
}
