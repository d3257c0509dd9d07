package dev.landfall.cli;

import dev.landfall.runner.plugin.InstalledConnectors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** The command itself, and what its subcommands share. One thread at a time. */
@Command(
    name = "landfall",
    description = "Delivers records into stores exactly once, and can prove it.",
    mixinStandardHelpOptions = true,
    versionProvider = Landfall.Version.class,
    subcommands = {
      RunCommand.class,
      ValidateCommand.class,
      PluginsCommand.class,
      StateCommand.class,
      PendingCommand.class,
      LeftoversCommand.class,
      RetireCommand.class,
      ConfirmedCommand.class,
      S3Command.class,
      SchemaCommand.class,
      ReferenceCommand.class,
      StoresCommand.class,
      ConformanceCommand.class,
      ProbeCommand.class,
      WarmUpCommand.class,
      CommandLine.HelpCommand.class
    })
final class Landfall {
  /** The launcher tells where it lives; plug-ins are beside it. */
  private static final String HOME = "landfall.home";

  private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

  private final Console console;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Print stack traces, and log in detail.")
  private boolean debug;

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Log what recovery and checkpoints do.")
  private boolean verbose;

  @Option(
      names = "--plugins",
      scope = ScopeType.INHERIT,
      paramLabel = "DIR",
      description = "One more directory of plug-ins; each NAME/*.jar in it is one.")
  private List<Path> plugins = new ArrayList<>();

  private @Nullable InstalledConnectors connectors;

  private Landfall(Console console) {
    this.console = console;
  }

  /** Runs one command and returns its exit code. */
  static int execute(Console console, String... arguments) {
    Landfall landfall = new Landfall(console);
    Failures failures = new Failures();
    CommandLine line =
        new CommandLine(landfall)
            .setOut(console.out())
            .setErr(console.err())
            .setExecutionStrategy(landfall::executeParsed)
            .setExecutionExceptionHandler(failures)
            .setParameterExceptionHandler(failures)
            .setCaseInsensitiveEnumValuesAllowed(true);
    try {
      return line.execute(arguments);
    } finally {
      landfall.close();
      // A line end flushes; what is printed without one would stay behind when the process ends.
      console.out().flush();
      console.err().flush();
    }
  }

  private int executeParsed(ParseResult parsed) {
    if (debug || verbose) {
      System.setProperty(LOG_LEVEL, debug ? "debug" : "info"); // before the first logger is made
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  Console console() {
    return console;
  }

  boolean debug() {
    return debug;
  }

  /** The connectors, looked for once. */
  InstalledConnectors connectors() {
    InstalledConnectors found = connectors;
    if (found == null) {
      List<Path> roots = new ArrayList<>();
      roots.add(Path.of(System.getProperty(HOME, "."), "plugins"));
      roots.addAll(plugins);
      found = InstalledConnectors.load(Landfall.class.getClassLoader(), roots);
      connectors = found;
    }
    return found;
  }

  private void close() {
    if (connectors != null) {
      connectors.close();
    }
  }

  /** The release, as the jar tells. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Landfall.class.getPackage().getImplementationVersion();
      return new String[] {"landfall " + (version == null ? "from classes" : version)};
    }
  }
}
