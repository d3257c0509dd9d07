package dev.landfall.sink.redis;

import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.Key;
import dev.landfall.sdk.config.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How the probe reaches a server: the same keys as in a pipeline file. Immutable, thread-safe. */
public record RedisProbeConfiguration(
    @Key(
            "A single server: redis://host:6379/0, rediss://host:6379 for TLS, or"
                + " unix:/path/to/socket.")
        String url,
    @Key("ACL user; the default user without it.") Optional<String> user,
    @Key("Password of the user.") Optional<Secret> password,
    @Key("TLS; also without this section where url is rediss://.") Optional<TlsConfiguration> tls,
    @Key(value = "How long to wait for one reply, 10ms to 10m.", defaultValue = "10s")
        Duration requestTimeout) {

  /** What a sink on the same server would be given. */
  RedisConfiguration asSink() {
    return new RedisConfiguration(
        Optional.of(url),
        List.of(),
        RedisMode.SET,
        "set",
        "{key}",
        RedisFormat.TEXT,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        RedisConfiguration.POSITION,
        PositionOrder.CHECKED,
        Duration.ofDays(7),
        "lf:",
        user,
        password,
        tls,
        Optional.empty(),
        1,
        1,
        DataSize.parse("1MiB"),
        DataSize.parse("1MiB"),
        requestTimeout,
        requestTimeout,
        Duration.ZERO,
        false,
        false);
  }
}
