package dev.landfall.sink.s3;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.log.TornSegmentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The payload of a committable whose segment lives in the store: {@code
 * {"manifest":"KEY","bytes":N,"crc32c":"…"}}. Immutable, thread-safe.
 */
record StagedPayload(String manifest, Digest digest) {
  static final int VERSION = 1;

  byte[] encode() {
    ObjectNode payload = FramedLines.MAPPER.createObjectNode();
    payload.put("manifest", manifest);
    payload.put("bytes", digest.bytes());
    payload.put("crc32c", digest.hex());
    return payload.toString().getBytes(StandardCharsets.UTF_8);
  }

  static StagedPayload decode(Committable committable) throws TornSegmentException {
    if (committable.version() != VERSION) {
      throw new TornSegmentException(
          committable + " has version " + committable.version() + ", expected " + VERSION);
    }
    try {
      JsonNode payload = FramedLines.MAPPER.readTree(committable.payload());
      return new StagedPayload(
          payload.required("manifest").asText(),
          new Digest(
              payload.required("bytes").asLong(),
              Integer.parseUnsignedInt(payload.required("crc32c").asText(), 16)));
    } catch (IOException | IllegalArgumentException e) {
      throw new TornSegmentException(
          committable + " names no segment in an object store ('log: store')", e);
    }
  }
}
