package dev.landfall.flink.conformance;

import dev.landfall.sdk.config.Key;
import java.util.Map;

/**
 * What a hosted sink is. Immutable, thread-safe.
 *
 * @param subject which Flink sink
 * @param connector where it writes, in the words of the Landfall connector for that store
 */
public record HostedConfiguration(
    @Key("Which Flink sink") FlinkSink subject,
    @Key("Address and place, as for the Landfall connector") Map<String, String> connector) {}
