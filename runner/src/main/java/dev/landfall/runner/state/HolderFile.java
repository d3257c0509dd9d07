package dev.landfall.runner.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * The lease file: JSON for people and for the next starter. Nothing rests on it but courtesy, so it
 * is not forced to the device. Stateless, thread-safe.
 */
final class HolderFile {
  private static final JsonMapper MAPPER = new JsonMapper();

  private HolderFile() {}

  static byte[] encode(Holder holder) {
    try {
      return MAPPER.writeValueAsBytes(
          MAPPER
              .createObjectNode()
              .put("version", 1)
              .put("token", holder.token())
              .put("machine", holder.process().machine())
              .put("pid", holder.process().pid())
              .put("started", holder.process().started().toString())
              .put("since", holder.since().toString())
              .put("until", holder.until().toString()));
    } catch (IOException e) {
      throw new UncheckedIOException("a tree in memory cannot fail to be written", e);
    }
  }

  /** The holder; empty if there is no such file, or if a power cut left nonsense in it. */
  static Optional<Holder> read(Path file) throws IOException {
    try {
      JsonNode root = MAPPER.readTree(Files.readAllBytes(file));
      HostProcess process =
          new HostProcess(
              root.required("machine").textValue(),
              root.required("pid").longValue(),
              Instant.parse(root.required("started").textValue()));
      return Optional.of(
          new Holder(
              root.required("token").textValue(),
              process,
              Instant.parse(root.required("since").textValue()),
              Instant.parse(root.required("until").textValue())));
    } catch (NoSuchFileException
        | com.fasterxml.jackson.core.JsonProcessingException
        | IllegalArgumentException
        | DateTimeException e) {
      return Optional.empty();
    }
  }
}
