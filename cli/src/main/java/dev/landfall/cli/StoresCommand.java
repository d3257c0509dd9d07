package dev.landfall.cli;

import dev.landfall.sdk.config.NearestName;
import dev.landfall.stores.StoreCatalog;
import dev.landfall.stores.StoreException;
import dev.landfall.stores.StoreKind;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Real servers for trying things out: they outlive the command. One thread at a time. */
@Command(
    name = "stores",
    description = "Start real servers on this machine, bound to 127.0.0.1.",
    mixinStandardHelpOptions = true)
final class StoresCommand {
  @ParentCommand private Landfall landfall;

  /** Picocli sets the parent. */
  @SuppressWarnings("NullAway.Init")
  StoresCommand() {}

  @Command(
      name = "start",
      description = "Start one of them, and print the lines to copy.",
      mixinStandardHelpOptions = true)
  int start(
      @Parameters(
              paramLabel = "NAME",
              description = "kafka, redis, redis-cluster, mysql, mariadb, postgres or s3.")
          String name)
      throws CommandException {
    StoreKind kind = kind(name);
    landfall.console().err().println("starting " + kind + "; the first time fetches it");
    try {
      print(StoreCatalog.start(kind));
    } catch (StoreException e) {
      throw new CommandException(Exit.FAILED, String.valueOf(e.getMessage()));
    }
    return Exit.DONE.code();
  }

  private static StoreKind kind(String name) throws CommandException {
    List<String> names = Arrays.stream(StoreKind.values()).map(StoreKind::label).toList();
    return StoreKind.labelled(name)
        .orElseThrow(
            () ->
                new CommandException(
                    Exit.CONFIGURATION,
                    "Cannot start '"
                        + name
                        + "': no such store ("
                        + NearestName.remedy(name, names)
                        + ")"));
  }

  @Command(
      name = "stop",
      description = "End one of them and delete its data.",
      mixinStandardHelpOptions = true)
  int stop(@Parameters(paramLabel = "NAME", description = "As 'list' prints it.") String name)
      throws CommandException {
    if (!StoreCatalog.stop(name)) {
      throw new CommandException(
          Exit.CONFIGURATION,
          "Cannot stop '"
              + name
              + "': it was not started here ('landfall stores list' tells what was)");
    }
    landfall.console().out().println("stopped " + name);
    return Exit.DONE.code();
  }

  @Command(
      name = "list",
      description = "List those that were started, with their endpoints.",
      mixinStandardHelpOptions = true)
  int list() {
    List<StoreCatalog.Running> running = StoreCatalog.list();
    running.forEach(this::print);
    if (running.isEmpty()) {
      landfall.console().out().println("none was started");
    }
    return Exit.DONE.code();
  }

  private void print(StoreCatalog.Running store) {
    PrintWriter out = landfall.console().out();
    String pids = store.pids().stream().map(String::valueOf).collect(Collectors.joining(", "));
    out.println(
        "# "
            + store.name()
            + (store.isAlive()
                ? " runs as process " + pids
                : " has ended; 'stop' deletes its data"));
    store.environment().forEach((key, value) -> out.println("export " + key + "='" + value + "'"));
  }
}
