/**
 * Strings and hashes in Redis by key: idempotent writing over pipelines, and a monotonic mode in
 * which a version beside each value keeps an older write from replacing a newer one.
 *
 * <p>Begin at {@code RedisWriter}, which keeps order and repeats what failed; what a change becomes
 * on the wire is told by {@code PlainCommands} and {@code GuardedCommands}.
 */
@NullMarked
package dev.landfall.sink.redis;

import org.jspecify.annotations.NullMarked;
