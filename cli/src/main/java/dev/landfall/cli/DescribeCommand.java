package dev.landfall.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.landfall.runner.plugin.Connector;
import dev.landfall.runner.plugin.InstalledConnectors;
import dev.landfall.sdk.config.ConfigurationDescription;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Lists the keys of one connector. One thread at a time. */
@Command(
    name = "describe",
    description = "List the keys of one connector.",
    mixinStandardHelpOptions = true)
final class DescribeCommand implements Callable<Integer> {
  /** What a connector is. */
  enum Kind {
    SINK,
    SOURCE;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** A connector without its type parameter. */
  private record Described(
      Kind kind, Connector<?> connector, Class<? extends Record> configuration) {}

  @ParentCommand private PluginsCommand plugins;

  @Parameters(paramLabel = "NAME", description = "The connector, as in type: of a pipeline file.")
  private String name;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "sink or source, where both have the name.")
  private @Nullable Kind kind;

  @Option(names = "--schema", description = "Print a JSON schema for editors.")
  private boolean schema;

  /** Picocli sets parent and parameters. */
  @SuppressWarnings("NullAway.Init")
  DescribeCommand() {}

  @Override
  public Integer call() throws CommandException, JsonProcessingException {
    Landfall landfall = plugins.landfall();
    List<Described> found = find(landfall.connectors());
    if (schema && found.size() > 1) {
      throw new CommandException(
          Exit.CONFIGURATION,
          "Cannot print one schema: '" + name + "' is a sink and a source (add --kind)");
    }
    for (Described one : found) {
      ConfigurationDescription description = Configurations.describe(one.configuration());
      if (schema) {
        landfall.console().out().println(json(description));
      } else {
        print(new OptionPrinter(landfall.console().out()), one, description);
      }
    }
    return Exit.DONE.code();
  }

  private static void print(
      OptionPrinter printer, Described one, ConfigurationDescription description) {
    printer.title(
        one.kind() + " '" + one.connector().name() + "': " + one.connector().summary(),
        one.connector().origin());
    printer.options(description.options());
  }

  private static String json(ConfigurationDescription description) throws JsonProcessingException {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(description.jsonSchema());
  }

  private List<Described> find(InstalledConnectors connectors) throws CommandException {
    List<Described> all = new ArrayList<>();
    connectors
        .sinks()
        .forEach(one -> all.add(new Described(Kind.SINK, one, one.provider().configuration())));
    connectors
        .sources()
        .forEach(one -> all.add(new Described(Kind.SOURCE, one, one.provider().configuration())));
    List<Described> named =
        all.stream()
            .filter(one -> one.connector().name().equals(name))
            .filter(one -> kind == null || one.kind() == kind)
            .toList();
    if (named.isEmpty()) {
      connectors.problems().forEach(plugins.landfall().console().err()::println);
      List<String> names = all.stream().map(one -> one.connector().name()).distinct().toList();
      throw new CommandException(
          Exit.CONFIGURATION,
          "Cannot describe '"
              + name
              + "': no connector of that name ("
              + NearestName.remedy(name, names)
              + ")");
    }
    return named;
  }
}
