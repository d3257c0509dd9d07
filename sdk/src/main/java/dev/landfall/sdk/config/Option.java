package dev.landfall.sdk.config;

import java.util.List;
import java.util.Optional;

/**
 * What a person may know about one key. Immutable, thread-safe.
 *
 * @param key in kebab case
 * @param type as a person says it: {@code a duration such as 500ms, 10s …}
 * @param required whether it must be there
 * @param defaultValue what an absent key stands for, as it is written
 * @param doc one line
 * @param allowed the words that are allowed, where it is a closed vocabulary
 * @param nested the keys beneath it, or beneath each of its elements
 */
public record Option(
    String key,
    String type,
    boolean required,
    Optional<String> defaultValue,
    String doc,
    List<String> allowed,
    List<Option> nested) {}
