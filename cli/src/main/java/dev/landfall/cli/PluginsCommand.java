package dev.landfall.cli;

import dev.landfall.runner.plugin.Connector;
import dev.landfall.runner.plugin.InstalledConnectors;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Lists the connectors. One thread at a time. */
@Command(
    name = "plugins",
    description = "List the connectors that are installed.",
    mixinStandardHelpOptions = true,
    subcommands = DescribeCommand.class)
final class PluginsCommand implements Callable<Integer> {
  @ParentCommand private Landfall landfall;

  /** Picocli sets the parent. */
  @SuppressWarnings("NullAway.Init")
  PluginsCommand() {}

  Landfall landfall() {
    return landfall;
  }

  @Override
  public Integer call() {
    InstalledConnectors connectors = landfall.connectors();
    PrintWriter out = landfall.console().out();
    print(out, "Sinks", connectors.sinks());
    print(out, "Sources", connectors.sources());
    out.println("landfall plugins describe NAME lists the keys of one.");
    connectors.problems().forEach(landfall.console().err()::println);
    return (connectors.problems().isEmpty() ? Exit.DONE : Exit.CONFIGURATION).code();
  }

  private static <P> void print(PrintWriter out, String title, List<Connector<P>> connectors) {
    int width = connectors.stream().mapToInt(one -> one.name().length()).max().orElse(0);
    out.println(title);
    for (Connector<P> one : connectors) {
      String name = one.name() + " ".repeat(width - one.name().length());
      out.println("  " + name + "  " + one.summary());
      out.println("  " + " ".repeat(width) + "  " + Path.of(one.origin()).getFileName());
    }
    if (connectors.isEmpty()) {
      out.println("  none");
    }
  }
}
