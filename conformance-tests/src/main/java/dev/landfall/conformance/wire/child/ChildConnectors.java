package dev.landfall.conformance.wire.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkProvider;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.NearestName;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Opens the sink that a message names, as a pipeline file would. Stateless, thread-safe. */
final class ChildConnectors {
  private ChildConnectors() {}

  static Sink open(JsonNode message, HostTime time) throws SinkException, ConfigurationException {
    Map<String, @Nullable Object> values = values(message.path("sink"));
    SinkProvider<?> provider = provider(String.valueOf(values.remove("type")));
    SinkContext context =
        new SinkContext(
            Messages.sink(message.path("context")),
            message.path("context").path("instance").asText(),
            time,
            task -> {
              Thread thread = new Thread(task, "sink");
              thread.setDaemon(true);
              return thread;
            },
            message.path("context").path("seed").asLong(),
            Metrics.none());
    return open(provider, Section.root(values), context, references(message.path("secrets")));
  }

  private static <C extends Record> Sink open(
      SinkProvider<C> provider, Section section, SinkContext context, References references)
      throws SinkException, ConfigurationException {
    return provider.open(
        Configurations.bind(provider.configuration(), section, references), context);
  }

  /** The sink's section in plain text, secrets among it. */
  static Map<String, String> texts(JsonNode message) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : message.path("sink").properties()) {
      String text = field.getValue().asText();
      String variable = text.startsWith("${env:") ? text.substring(6, text.length() - 1) : "";
      texts.put(field.getKey(), message.path("secrets").path(variable).asText(text));
    }
    return texts;
  }

  /** Secrets come beside the configuration, for they have no place in it (SI-9). */
  private static References references(JsonNode secrets) {
    References process = References.ofProcess();
    return new References() {
      @Override
      public Optional<String> variable(String name) {
        return secrets.has(name)
            ? Optional.of(secrets.path(name).asText())
            : process.variable(name);
      }

      @Override
      public String file(Path path) throws IOException {
        return process.file(path);
      }
    };
  }

  private static Map<String, @Nullable Object> values(JsonNode node) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    Map<?, ?> read = new ObjectMapper().convertValue(node, Map.class);
    read.forEach((key, value) -> values.put(String.valueOf(key), value));
    return values;
  }

  private static SinkProvider<?> provider(String name) {
    List<String> known = new ArrayList<>();
    for (SinkProvider<?> provider : ServiceLoader.load(SinkProvider.class)) {
      if (provider.name().equals(name)) {
        return provider;
      }
      known.add(provider.name());
    }
    throw new IllegalArgumentException(
        "Cannot find the sink connector '"
            + name
            + "' on the class path ("
            + NearestName.remedy(name, known)
            + ")");
  }
}
