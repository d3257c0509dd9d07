package dev.landfall.runner.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.SinkProvider;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledConnectorsTest {
  @TempDir Path directory;

  @Test
  void load_pluginDirectory_hasItsOwnClassLoader() throws Exception {
    sinkJar("first").writeTo(jar("one", "a.jar"), scratch("one"));

    try (InstalledConnectors connectors = load()) {
      assertThat(connectors.problems()).isEmpty();
      assertThat(connectors.sinks())
          .singleElement()
          .extracting(Connector::origin)
          .asString()
          .endsWith("plugins/one/a.jar");
      ClassLoader loader = connectors.sink(section("first")).configuration().getClassLoader();
      assertThat(loader.loadClass("dev.landfall.sdk.Sink")).isSameAs(Sink.class);
      assertThat(loader.loadClass("org.slf4j.Logger")).isSameAs(org.slf4j.Logger.class);
      assertThatThrownBy(() -> loader.loadClass("com.fasterxml.jackson.databind.ObjectMapper"))
          .isInstanceOf(ClassNotFoundException.class);
      assertThatThrownBy(() -> loader.loadClass(InstalledConnectors.class.getName()))
          .isInstanceOf(ClassNotFoundException.class);
    }
  }

  @Test
  void call_intoAPlugin_runsUnderItsContextClassLoader() throws Exception {
    sinkJar("first").writeTo(jar("one", "a.jar"), scratch("one"));
    ClassLoader before = Thread.currentThread().getContextClassLoader();

    try (InstalledConnectors connectors = load()) {
      SinkProvider<?> provider = connectors.sink(section("first"));
      Sink sink = open(provider);

      // The plug-in's guarantee names the context class loader of the call.
      assertThat(sink).isInstanceOf(IdempotentSink.class);
      assertThat(sink.guarantee().reader()).isEqualTo("plugin-one");
      assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
      assertThatThrownBy(
              () ->
                  ((IdempotentSink) sink)
                      .writer(new SinkId("p", "s").writer(0), (record, reason) -> {}))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessage("no writer");
      assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }
  }

  @Test
  void load_brokenPlugins_areNamedAndHinderNoOther() throws Exception {
    sinkJar("first").writeTo(jar("sound", "a.jar"), scratch("sound"));
    Files.createDirectories(directory.resolve("plugins/empty"));
    Files.createDirectories(directory.resolve("plugins/torn"));
    Files.writeString(jar("torn", "torn.jar"), "no archive");
    new PluginJar()
        .service(SinkProvider.class.getName(), "acme.Missing")
        .writeTo(jar("missing", "m.jar"), scratch("missing"));
    new PluginJar()
        .source("acme.Plain", "package acme; public class Plain {}")
        .writeTo(jar("plain", "p.jar"), scratch("plain"));
    new PluginJar()
        .source("acme.Foreign", "package acme; public class Foreign {}")
        .service(SinkProvider.class.getName(), "acme.Foreign")
        .writeTo(jar("foreign", "f.jar"), scratch("foreign"));

    try (InstalledConnectors connectors = load()) {
      assertThat(connectors.sinks()).extracting(Connector::name).containsExactly("first");
      assertThat(connectors.problems())
          .extracting(problem -> Path.of(problem.origin()).getFileName().toString())
          .containsExactly("empty", "foreign", "missing", "plain", "torn");
      assertThat(connectors.problems().toString())
          .contains("it holds no jar")
          .contains("acme.Missing")
          .contains("acme.Foreign")
          .contains("no connector in it")
          .contains("'torn.jar' is damaged");
    }
  }

  @Test
  void sink_ofANameThatTwoClaim_isRefusedWithBothJars() throws Exception {
    sinkJar("first").writeTo(jar("one", "a.jar"), scratch("one"));
    sinkJar("first").writeTo(jar("two", "b.jar"), scratch("two"));

    try (InstalledConnectors connectors = load()) {
      assertThat(connectors.problems()).hasSize(1);
      assertThatThrownBy(() -> connectors.sink(section("first")))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("plugins/one/a.jar and ")
          .hasMessageContaining("plugins/two/b.jar")
          .hasMessageContaining("remove one");
    }
  }

  @Test
  void SI_7_sink_ofUnknownName_isRefusedWithTheNearest() throws Exception {
    sinkJar("first").writeTo(jar("one", "a.jar"), scratch("one"));
    Files.createDirectories(directory.resolve("plugins/torn"));
    Files.writeString(jar("torn", "torn.jar"), "no archive");

    try (InstalledConnectors connectors = load()) {
      assertThatThrownBy(() -> connectors.sink(section("frist")))
          .hasMessageStartingWith(
              "Cannot use 'sink': sink.type: 'frist', expected the name of a sink (did you mean"
                  + " 'first'?")
          .hasMessageContaining("'torn.jar' is damaged");
      assertThatThrownBy(() -> connectors.sink(new Section("sink", Map.of())))
          .hasMessage(
              "Cannot use 'sink': sink.type: missing, expected the name of a sink (known:"
                  + " [first])");
    }
  }

  private InstalledConnectors load() {
    return InstalledConnectors.load(
        getClass().getClassLoader(), List.of(directory.resolve("plugins"), Path.of("no/such")));
  }

  private Path jar(String plugin, String name) {
    return directory.resolve("plugins").resolve(plugin).resolve(name);
  }

  private Path scratch(String plugin) {
    return directory.resolve("classes").resolve(plugin);
  }

  private static Section section(String type) {
    return new Section("sink", Map.of("type", type));
  }

  private static Sink open(SinkProvider<?> provider) throws Exception {
    return openTyped(provider);
  }

  private static <C extends Record> Sink openTyped(SinkProvider<C> provider) throws Exception {
    C configuration =
        Configurations.bind(
            provider.configuration(), Section.root(Map.of()), References.ofProcess());
    return provider.open(
        configuration,
        new SinkContext(
            new SinkId("p", "s"), "i", HostTime.system(), Thread::new, 1, Metrics.none()));
  }

  private static PluginJar sinkJar(String name) throws IOException {
    String code =
        """
        package acme;
        import dev.landfall.sdk.*;
        import java.util.*;
        public final class Provider implements SinkProvider<Provider.Settings> {
          public record Settings() {}
          public String name() { return "%s"; }
          public String summary() { return "a sink"; }
          public Class<Settings> configuration() { return Settings.class; }
          public Sink open(Settings settings, SinkContext context) { return new Opened(); }
          static final class Opened implements IdempotentSink {
            public Guarantee guarantee() {
              return new Guarantee(
                  Guarantee.Level.EXACTLY_ONCE,
                  Thread.currentThread().getContextClassLoader().getName(),
                  List.of(),
                  Map.of());
            }
            public List<Finding> preflight(PipelineTerms terms) {
              throw new NoClassDefFoundError("acme/Elsewhere");
            }
            public IdempotentWriter writer(WriterId id, RejectedRecords rejected) {
              throw new UnsupportedOperationException("no writer");
            }
            public void close() {}
          }
        }
        """
            .formatted(name);
    return new PluginJar()
        .source("acme.Provider", code)
        .service(SinkProvider.class.getName(), "acme.Provider");
  }
}
