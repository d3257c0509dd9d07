package dev.landfall.sdk.admin;

import dev.landfall.sdk.IntervalId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * One thing of ours in a store. Immutable, thread-safe.
 *
 * @param name its name there, unique within one listing
 * @param what a word for a person: {@code prepared transaction}, {@code staged file}, {@code
 *     confirmation row}
 * @param interval the interval whose records it holds, where that is known
 * @param age since it was made, where the store tells
 * @param left until the store ends it by itself, where it does
 * @param details what else to print, in order
 */
public record StoreEntry(
    String name,
    String what,
    Optional<IntervalId> interval,
    Optional<Duration> age,
    Optional<Duration> left,
    Map<String, String> details) {}
