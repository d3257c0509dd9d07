package dev.landfall.sink.redis;

import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.Key;
import dev.landfall.sdk.config.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a pipeline file says about this sink. Everything is validated at once. Immutable,
 * thread-safe.
 */
public record RedisConfiguration(
    @Key(
            "A single server: redis://host:6379/0, rediss://host:6379 for TLS, or"
                + " unix:/path/to/socket.")
        Optional<String> url,
    @Key(
            value = "Some nodes of a cluster, such as [\"10.0.0.1:6379\"], instead of url.",
            defaultValue = "[]")
        List<String> nodes,
    @Key(
            value =
                "set: the last write wins; monotonic: the newest version wins, also over a late"
                    + " write of a dead process.",
            defaultValue = "set")
        RedisMode mode,
    @Key(
            value =
                "set: a string for each key; hset: a hash whose fields are those of the value."
                    + " Others are refused.",
            defaultValue = "set")
        String command,
    @Key(
            value =
                "Template of the Redis key: {key} is the record's key, {name} a field of it; {{ and"
                    + " }} are braces.",
            defaultValue = "{key}")
        String key,
    @Key(value = "How a value becomes a string: json, text or bytes.", defaultValue = "json")
        RedisFormat value,
    @Key("Field of the value that is written, instead of the whole value.")
        Optional<String> valueField,
    @Key(
            "Field with the moment at which the key expires (an instant, or milliseconds since"
                + " 1970); null means never.")
        Optional<String> expireField,
    @Key("How long after expire-field, or else after the record's timestamp, the key expires.")
        Optional<Duration> expireAfter,
    @Key(
            value =
                "Version of a record in mode monotonic: a field with a growing number or instant,"
                    + " or @position for the source position.",
            defaultValue = "@position")
        String version,
    @Key(
            value =
                "checked: the split is stored with each position, and a record of another split is"
                    + " rejected; declared: all records of a key do come from one split.",
            defaultValue = "checked")
        PositionOrder positionOrder,
    @Key(
            value =
                "How long mode monotonic remembers the version of a deleted or expired key; more"
                    + " than the longest downtime plus replay.",
            defaultValue = "7d")
        Duration deletionsKept,
    @Key(value = "Prefix of the keys that hold versions, 1 to 64 letters.", defaultValue = "lf:")
        String bookkeeping,
    @Key("ACL user; the default user without it.") Optional<String> user,
    @Key("Password of the user.") Optional<Secret> password,
    @Key("TLS; also without this section where url is rediss://.") Optional<TlsConfiguration> tls,
    @Key("What a barrier waits for beside the replies.") Optional<DurabilityWait> durability,
    @Key(value = "Most keys in one batch of a pipeline, 1 to 100000.", defaultValue = "512")
        int pipelineDepth,
    @Key(value = "Most keys in one MSET or script call, 1 to 1000.", defaultValue = "64")
        int keysPerCommand,
    @Key(
            value = "Most bytes that a writer holds, sent ones without a reply included.",
            defaultValue = "32MiB")
        DataSize bufferSize,
    @Key(value = "Largest value; the server's proto-max-bulk-len.", defaultValue = "512MiB")
        DataSize maxValueSize,
    @Key(value = "How long to wait for a connection, 10ms to 10m.", defaultValue = "5s")
        Duration connectTimeout,
    @Key(value = "How long to wait for one reply, 10ms to 10m.", defaultValue = "10s")
        Duration requestTimeout,
    @Key(
            value =
                "How long a write is repeated while the server is loading, full, read-only or away,"
                    + " before the pipeline restarts; 0s to 10m.",
            defaultValue = "30s")
        Duration retryTimeout,
    @Key(value = "Start although the server may evict keys.", defaultValue = "false")
        boolean acceptEviction,
    @Key(value = "Start although the server keeps nothing on disk.", defaultValue = "false")
        boolean acceptVolatile) {
  /** Stands for the source position in {@code version}. */
  static final String POSITION = "@position";

  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /**
   * Checks all of it.
   *
   * @throws IllegalArgumentException that lists everything that is wrong
   */
  public RedisConfiguration {
    nodes = List.copyOf(nodes);
    List<String> wrong = new ArrayList<>();
    checkAddress(wrong, url, nodes);
    collect(wrong, () -> WriteCommand.of(command));
    collect(wrong, () -> KeyTemplate.parse(key));
    require(
        wrong,
        valueField.isEmpty() || !command.equalsIgnoreCase("hset"),
        "value-field belongs to 'command: set': a hash has all fields of the value");
    require(
        wrong,
        !version.isBlank() && (!version.startsWith("@") || version.equals(POSITION)),
        "version is '" + version + "', expected the name of a field, or " + POSITION);
    require(
        wrong,
        bookkeeping.matches("[A-Za-z0-9:._/-]{1,64}"),
        "bookkeeping is '" + bookkeeping + "', expected 1 to 64 of A-Z, a-z, 0-9 and :._/-");
    require(
        wrong,
        mode == RedisMode.SET || !key.startsWith(bookkeeping),
        "key begins with '" + bookkeeping + "', where versions are kept (see bookkeeping)");
    require(
        wrong,
        deletionsKept.compareTo(Duration.ofSeconds(1)) >= 0
            && deletionsKept.compareTo(Duration.ofDays(3650)) <= 0,
        "deletions-kept must be from 1s to 3650d");
    require(wrong, isWithin(pipelineDepth, 100_000), "pipeline-depth must be from 1 to 100000");
    require(wrong, isWithin(keysPerCommand, 1000), "keys-per-command must be from 1 to 1000");
    require(
        wrong,
        bufferSize.bytes() >= 64 << 10 && bufferSize.bytes() <= 4L << 30,
        "buffer-size must be from 64KiB to 4GiB");
    require(
        wrong,
        maxValueSize.bytes() >= 1 && maxValueSize.bytes() <= Integer.MAX_VALUE,
        "max-value-size must be from 1 to " + Integer.MAX_VALUE + " bytes");
    within(wrong, "connect-timeout", connectTimeout, SHORTEST);
    within(wrong, "request-timeout", requestTimeout, SHORTEST);
    within(wrong, "retry-timeout", retryTimeout, Duration.ZERO);
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot use this redis configuration: " + String.join("; ", wrong));
    }
  }

  /** Whether the nodes of a cluster are written to. */
  boolean isCluster() {
    return !nodes.isEmpty();
  }

  /** Whether a key may get an end of its life. */
  boolean expires() {
    return expireField.isPresent() || expireAfter.isPresent();
  }

  WriteCommand writeCommand() {
    return WriteCommand.of(command);
  }

  /** Whether the source position orders the records of a key. */
  boolean ordersByPosition() {
    return version.equals(POSITION);
  }

  private static void checkAddress(List<String> wrong, Optional<String> url, List<String> nodes) {
    require(wrong, url.isPresent() != !nodes.isEmpty(), "'url' or 'nodes' is needed, and not both");
    url.ifPresent(text -> collect(wrong, () -> ServerAddress.parse(text)));
    nodes.forEach(text -> collect(wrong, () -> ServerAddress.node(text)));
  }

  private static boolean isWithin(int value, int most) {
    return value >= 1 && value <= most;
  }

  private static void within(List<String> wrong, String key, Duration value, Duration least) {
    require(
        wrong,
        value.compareTo(least) >= 0 && value.compareTo(LONGEST) <= 0,
        key + " is " + value + ", expected " + least + " to " + LONGEST);
  }

  private static void collect(List<String> wrong, Runnable check) {
    try {
      check.run();
    } catch (IllegalArgumentException e) {
      wrong.add(e.getMessage());
    }
  }

  private static void require(List<String> wrong, boolean holds, String otherwise) {
    if (!holds) {
      wrong.add(otherwise);
    }
  }

  /** Without the password (SI-9). */
  @Override
  public String toString() {
    return mode + " into " + url.orElseGet(nodes::toString) + " by '" + key + "'";
  }
}
