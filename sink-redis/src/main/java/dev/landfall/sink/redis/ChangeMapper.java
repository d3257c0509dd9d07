package dev.landfall.sink.redis;

import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Tells what a record wants of the store, or why it cannot have it (SI-8). One thread at a time.
 */
final class ChangeMapper {
  private final RedisConfiguration configuration;
  private final KeyTemplate template;
  private final VersionSource versions;
  private final Expiry expiry;
  private final boolean hashes;

  ChangeMapper(RedisConfiguration configuration, SinkId sink) {
    this.configuration = configuration;
    this.template = KeyTemplate.parse(configuration.key());
    this.versions = new VersionSource(configuration, sink);
    this.expiry = new Expiry(configuration);
    this.hashes = configuration.writeCommand() == WriteCommand.HSET;
  }

  Change map(SinkRecord record) throws UnwritableException {
    RedisKey key = template.of(record);
    requireSize("key", key.bytes().length);
    Effect effect = effect(record);
    return new Change(key, effect, versions.of(record), List.of(record));
  }

  private Effect effect(SinkRecord record) throws UnwritableException {
    if (record.isDelete()) {
      return Effect.Delete.INSTANCE;
    }
    return hashes ? fields(record) : put(record);
  }

  private Effect put(SinkRecord record) throws UnwritableException {
    Value value = record.value();
    String part = "value";
    if (configuration.valueField().isPresent()) {
      String name = configuration.valueField().get();
      part = "field '" + name + "'";
      value = value instanceof Value.OfMap map ? map.field(name) : Value.ofNull();
    }
    if (value.isNull()) {
      throw new UnwritableException(part + " is null, expected a value (delete the key instead)");
    }
    byte[] bytes = ValueBytes.of(part, value, configuration.value());
    requireSize(part, bytes.length);
    return new Effect.Put(bytes, expiry.of(record));
  }

  /** A null field is removed; one that is absent stays as it is. */
  private Effect fields(SinkRecord record) throws UnwritableException {
    if (!(record.value() instanceof Value.OfMap map) || map.fields().isEmpty()) {
      throw new UnwritableException(
          "value is "
              + record.value().kind().name().toLowerCase(Locale.ROOT)
              + ", expected fields for 'command: hset'");
    }
    Map<RedisKey, Optional<byte[]>> fields = new LinkedHashMap<>();
    for (Map.Entry<String, Value> field : map.fields().entrySet()) {
      RedisKey name = new RedisKey(Utf8.checked("name of a field", field.getKey()));
      fields.put(name, content(field.getKey(), field.getValue()));
    }
    return new Effect.Fields(fields, Effect.Fields.Start.FROM_WHAT_IS_THERE, expiry.of(record));
  }

  private Optional<byte[]> content(String name, Value value) throws UnwritableException {
    if (value.isNull()) {
      return Optional.empty();
    }
    byte[] bytes = ValueBytes.ofField(name, value);
    requireSize("field '" + name + "'", bytes.length);
    return Optional.of(bytes);
  }

  private void requireSize(String part, long bytes) throws UnwritableException {
    long most = configuration.maxValueSize().bytes();
    if (bytes > most) {
      throw new UnwritableException(
          part + " has " + bytes + " bytes, expected at most " + most + " (max-value-size)");
    }
  }
}
