package dev.landfall.conformance.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.landfall.conformance.junit.Declarations;
import dev.landfall.sdk.config.References;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a store owner writes: one YAML file. Immutable, thread-safe.
 *
 * <pre>{@code
 * suite: {profile: quick, report: target/report, spoil: commits-at-prepare}
 * sink: {type: jdbc, mode: xa, url: "jdbc:mysql://…", user: "${env:USER}", password: "${file:secret}"}
 * store: {dialect: mysql}
 * declares: {}
 * waivers: []
 * }</pre>
 *
 * @param sink the sink's section, references replaced
 * @param store the store's section; {@code dialect} names its driver
 * @param profile how much is run
 * @param report where the report of a whole run goes, unless the command line says
 * @param spoil a fault to put on top of the sink, to see it caught
 * @param declarations what is claimed and waived beside the sink
 * @param secrets what stood in the place of references: no message may hold it
 */
public record RunFile(
    Map<String, Object> sink,
    Map<String, Object> store,
    WireProfile profile,
    Optional<Path> report,
    Optional<Spoil> spoil,
    Declarations declarations,
    Set<String> secrets) {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^}]+)}");

  /** What the connectors that come with Landfall take as a reference alone, as everywhere. */
  private static final Pattern SECRET =
      Pattern.compile("password|access-key|secret-key|session-token|.*\\.password|.*jaas\\.config");

  private static final TypeReference<LinkedHashMap<String, Object>> SECTION =
      new TypeReference<>() {};
  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory())
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException if it is none, or holds a key that nobody reads (SI-7); the
   *     message names the key and what helps
   */
  public static RunFile read(String yaml, References references) {
    JsonNode root = tree(yaml);
    RunFileKeys.check(root);
    Set<String> secrets = new LinkedHashSet<>();
    References kept = keeping(references, secrets);
    Map<String, Object> store = section(root.path("store"), kept);
    StoreDrivers.find(String.valueOf(store.get(RunFileKeys.DIALECT)))
        .ifPresent(provider -> RunFileKeys.check(provider, store));
    return new RunFile(
        section(root.path("sink"), kept),
        store,
        profile(RunFileKeys.ofSuite(root, "profile").orElse("quick")),
        RunFileKeys.ofSuite(root, "report").map(Path::of),
        RunFileKeys.ofSuite(root, "spoil").map(Spoil::of),
        Declarations.read(yaml),
        secrets);
  }

  private static References keeping(References references, Set<String> secrets) {
    return new References() {
      @Override
      public Optional<String> variable(String name) {
        Optional<String> value = references.variable(name);
        value.ifPresent(secrets::add);
        return value;
      }

      @Override
      public String file(Path path) throws IOException {
        String text = references.file(path);
        secrets.add(text.strip());
        return text;
      }
    };
  }

  private static JsonNode tree(String yaml) {
    try {
      return YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "Cannot read the file: " + e.getOriginalMessage() + ", expected YAML", e);
    }
  }

  private static WireProfile profile(String word) {
    try {
      return WireProfile.valueOf(word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Cannot run the profile '" + word + "': expected quick or full", e);
    }
  }

  private static Map<String, Object> section(JsonNode node, References references) {
    Map<String, Object> section = YAML.convertValue(node, SECTION);
    resolve(section, references);
    return section;
  }

  private static void resolve(Map<String, Object> section, References references) {
    section.replaceAll((key, value) -> resolved(key, value, references));
  }

  /** Sections and lists within a section as well. */
  @SuppressWarnings("unchecked") // what Jackson makes of a mapping and of a list in YAML
  private static Object resolved(String key, Object value, References references) {
    boolean isValue = value != null && !(value instanceof Map) && !(value instanceof List);
    if (isValue
        && SECRET.matcher(key).matches()
        && !REFERENCE.matcher(value.toString()).matches()) {
      throw new IllegalArgumentException(
          "Cannot read '"
              + key
              + "': a value in the file itself, expected ${env:NAME} or ${file:PATH}");
    }
    if (value instanceof String text) {
      return resolved(key, text, references);
    }
    if (value instanceof Map<?, ?> inner) {
      resolve((Map<String, Object>) inner, references);
    } else if (value instanceof List<?> list) {
      ((List<Object>) list).replaceAll(one -> resolved(key, one, references));
    }
    return value;
  }

  private static String resolved(String key, String text, References references) {
    Matcher matcher = REFERENCE.matcher(text);
    StringBuilder resolved = new StringBuilder();
    while (matcher.find()) {
      matcher.appendReplacement(
          resolved,
          Matcher.quoteReplacement(
              matcher.group(1).equals("env")
                  ? variable(key, matcher.group(2), references)
                  : file(key, matcher.group(2), references)));
    }
    return matcher.appendTail(resolved).toString();
  }

  private static String variable(String key, String name, References references) {
    return references
        .variable(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot read '" + key + "': the variable " + name + " is not set"));
  }

  private static String file(String key, String path, References references) {
    try {
      return references.file(Path.of(path)).strip();
    } catch (IOException e) {
      throw new IllegalArgumentException("Cannot read '" + key + "' from " + path, e);
    }
  }

  /**
   * Connects to the store, or starts it.
   *
   * @throws IllegalArgumentException if no driver has the dialect's name, or the store is to be
   *     started and an address is given as well
   */
  public StoreDriver open() throws Exception {
    StoreDriver driver =
        StoreDrivers.open(String.valueOf(store.get(RunFileKeys.DIALECT)), sink, store);
    if (Boolean.TRUE.equals(store.get(RunFileKeys.EMBEDDED))
        && driver.facts().origin().equals("given")) {
      driver.close();
      throw new IllegalArgumentException(
          "Cannot start the store: an address is given, expected none beside embedded: true"
              + " (remove one)");
    }
    return driver;
  }

  /** In tokens and reports: {@code jdbc-xa-mysql}. */
  public String name() {
    return sink.get("type")
        + (sink.containsKey("mode") ? "-" + sink.get("mode") : "")
        + "-"
        + store.get("dialect");
  }
}
