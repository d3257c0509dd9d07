package dev.landfall.conformance.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.landfall.sdk.config.NearestName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which keys stand in a {@link RunFile}, and what helps where others do (SI-7): a key that nobody
 * reads would leave another store tested, or less of it, than its author thinks. Stateless,
 * thread-safe.
 */
final class RunFileKeys {
  static final String DIALECT = "dialect";
  static final String EMBEDDED = "embedded";

  /** {@code needs} is read by the probe, in the same file. */
  private static final List<String> ROOT =
      List.of("suite", "sink", "store", "declares", "waivers", "needs");

  private static final List<String> SUITE = List.of("profile", "report", "spoil");

  private RunFileKeys() {}

  /**
   * Checks the keys of the file and of its section {@code suite}, and what kind of thing each is.
   *
   * @throws IllegalArgumentException if one is not known, missing, or of another kind
   */
  static void check(JsonNode root) {
    if (!root.isObject()) {
      throw refused(
          "the file",
          "no mapping",
          "sections suite, sink and store",
          "write sink: { type: … } and store: { dialect: … }");
    }
    known("", root, ROOT);
    mapping(root, "sink");
    mapping(root, "store");
    for (String optional : List.of("suite", "declares")) {
      if (isThere(root, optional)) {
        mapping(root, optional);
      }
    }
    if (isThere(root, "waivers") && !root.path("waivers").isArray()) {
      throw refused(
          "'waivers'", "no list", "- {rule: T-8, reason: …, link: …, expiry: …}", "begin with '-'");
    }
    known("suite.", root.path("suite"), SUITE);
    required(root, "sink", "type", "name a connector, such as type: jdbc");
    required(root, "store", DIALECT, "name a store, such as dialect: mysql");
  }

  /** The text of a key of the section {@code suite}. */
  static Optional<String> ofSuite(JsonNode root, String key) {
    JsonNode suite = root.path("suite");
    return suite.has(key)
        ? Optional.of(text("suite." + key, suite.path(key), "give it a value, or remove it"))
        : Optional.empty();
  }

  /**
   * Checks the section {@code store} by what its driver reads of it.
   *
   * @throws IllegalArgumentException if a key is not read by it
   */
  static void check(StoreDriverProvider provider, Map<String, Object> store) {
    if (provider.storeKeys().isEmpty()) {
      return;
    }
    Set<String> known = new TreeSet<>(provider.storeKeys().get());
    known.addAll(List.of(DIALECT, EMBEDDED));
    String elsewhere = "the address of your store belongs into '" + provider.addressSection() + "'";
    for (String key : store.keySet()) {
      if (!known.contains(key)) {
        throw refused(
            "'store." + key + "'", "unknown key", "one of " + known, meant(key, known, elsewhere));
      }
    }
    if (!(store.getOrDefault(EMBEDDED, true) instanceof Boolean)) {
      throw refused("'store.embedded'", "'" + store.get(EMBEDDED) + "'", "true", "or remove it");
    }
  }

  private static void known(String section, JsonNode node, List<String> known) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String key = field.getKey();
      if (!known.contains(key)) {
        throw refused(
            "'" + section + key + "'",
            "unknown key",
            "one of " + known,
            meant(key, known, "remove it"));
      }
    }
  }

  private static String meant(String key, Iterable<String> known, String otherwise) {
    Set<String> names = new TreeSet<>();
    known.forEach(names::add);
    return NearestName.of(key, names)
        .map(nearest -> "did you mean '" + nearest + "'?")
        .orElse(otherwise);
  }

  private static boolean isThere(JsonNode root, String key) {
    return root.has(key) && !root.path(key).isNull();
  }

  private static void mapping(JsonNode root, String key) {
    JsonNode section = root.path(key);
    if (!section.isObject()) {
      String actual = isThere(root, key) ? "'" + shown(section) + "'" : "missing";
      throw refused("'" + key + "'", actual, "a mapping", "write " + key + ": { … }");
    }
  }

  private static void required(JsonNode root, String section, String key, String remedy) {
    text(section + "." + key, root.path(section).path(key), remedy);
  }

  private static String text(String key, JsonNode node, String remedy) {
    String text = node.isTextual() ? node.asText().strip() : "";
    if (text.isEmpty()) {
      boolean isEmpty = node.isMissingNode() || node.isNull() || node.isTextual();
      String actual = isEmpty ? "missing" : "'" + shown(node) + "'";
      throw refused("'" + key + "'", actual, "text", remedy);
    }
    return text;
  }

  private static String shown(JsonNode node) {
    return node.isValueNode() ? node.asText() : node.toString();
  }

  private static IllegalArgumentException refused(
      String what, String actual, String expected, String remedy) {
    return new IllegalArgumentException(
        "Cannot read " + what + ": " + actual + ", expected " + expected + " (" + remedy + ")");
  }
}
