package dev.landfall.sink.redis;

import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.sdk.probe.StoreProbeProvider;
import java.util.List;

/** Probes a single Redis server. Stateless, thread-safe. */
public final class RedisProbeProvider implements StoreProbeProvider<RedisProbeConfiguration> {
  @Override
  public List<String> dialects() {
    return List.of("redis");
  }

  @Override
  public Class<RedisProbeConfiguration> configuration() {
    return RedisProbeConfiguration.class;
  }

  @Override
  public StoreProbe open(
      String dialect, RedisProbeConfiguration configuration, ProbeContext context) {
    return new RedisProbe(new RedisProbeTarget(configuration, context));
  }
}
