package dev.landfall.sink.s3;

import com.fasterxml.jackson.databind.JsonNode;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads what a reader sees who follows the confirmation log, and checks it against the log. */
final class ConfirmedView {
  private final ObjectStore store;
  private final S3WalConfig config;
  private final SinkId id;

  ConfirmedView(ObjectStore store, S3WalConfig config, SinkId id) {
    this.store = store;
    this.config = config;
    this.id = id;
  }

  static ConfirmedView of(ObjectStore store, S3WalConfig config) {
    return new ConfirmedView(store, config, Contexts.ORDERS);
  }

  List<LogEntry.Confirmation> confirmations() throws SinkException, InterruptedException {
    Bookkeeping bookkeeping = new Bookkeeping(PrefixTemplate.resolve(config.prefix(), id), id);
    Backoff backoff = new Backoff(dev.landfall.sdk.HostTime.system(), 1);
    List<LogEntry.Confirmation> all = new ArrayList<>();
    for (WriterId writer : new Logs(store, bookkeeping, backoff).writers()) {
      new LogReader(store, bookkeeping.log(writer.subtask()))
          .each(
              entry -> {
                if (entry instanceof LogEntry.Confirmation confirmation) {
                  all.add(confirmation);
                }
              });
    }
    return all;
  }

  List<DataObject> objects() throws SinkException, InterruptedException {
    return confirmations().stream().flatMap(one -> one.objects().stream()).toList();
  }

  /** Every line of every confirmed object; size, checksum and count are checked. */
  List<String> lines() throws SinkException, InterruptedException, IOException {
    List<String> lines = new ArrayList<>();
    for (DataObject object : objects()) {
      StoredObject stored = store.read(object.key()).orElseThrow();
      if (!Digest.of(stored.bytes()).equals(object.digest())) {
        throw new AssertionError(object.key() + " is not what was confirmed");
      }
      List<String> own = lines(stored.bytes());
      int header = config.format() == Format.CSV && config.header() ? 1 : 0;
      if (own.size() - header != object.records()) {
        throw new AssertionError(object.key() + " has " + own.size() + " lines");
      }
      lines.addAll(own);
    }
    return lines;
  }

  /** The numbers of the records, sorted. */
  List<Long> numbers() throws SinkException, InterruptedException, IOException {
    List<Long> numbers = new ArrayList<>();
    for (String line : lines()) {
      JsonNode record = FramedLines.MAPPER.readTree(line);
      numbers.add(record.required("n").asLong());
    }
    numbers.sort(null);
    return numbers;
  }

  private List<String> lines(byte[] bytes) throws IOException {
    try (Codec codec = Codecs.of(config);
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(
                    codec.open(new ByteArrayInputStream(bytes)), StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }
}
