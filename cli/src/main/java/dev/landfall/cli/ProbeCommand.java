package dev.landfall.cli;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.probe.FactSheet;
import dev.landfall.conformance.probe.FactSheetText;
import dev.landfall.conformance.probe.ProbeRun;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.StoreKill;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.sdk.probe.StoreProbeProvider;
import dev.landfall.stores.StoreException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Asks a bare store what it keeps of what the contracts need. One thread at a time. */
@Command(
    name = "probe",
    description =
        "Ask a store by experiment what it keeps of what a sink needs, and write fact-sheet.md.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Ends with 0 if the store can carry the contract that the file needs (without 'needs':",
      "any), with 1 if it cannot, and with 2 if that is not known or nothing could be asked,",
      "or the report not written."
    })
final class ProbeCommand implements Callable<Integer> {
  private static final int RADIX = 36;

  @ParentCommand private Landfall landfall;

  @Parameters(paramLabel = "STORE.yaml", description = "The file that names the store.")
  private Path file;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Where fact-sheet.md goes (default: here).")
  private Path report;

  @Option(
      names = "--allow-kill",
      description = "Kill the store and start it again; for a store with embedded: true alone.")
  private boolean allowKill;

  /** Picocli sets parent, parameters and options. */
  @SuppressWarnings("NullAway.Init")
  ProbeCommand() {}

  @Override
  public Integer call() throws CommandException, ConfigurationException, InterruptedException {
    ProbeDefinition definition = ProbeDefinition.read(file);
    Optional<Contract> needs = definition.contract();
    StoreProbeProvider<?> provider = definition.provider(landfall.connectors());
    ReportTarget target = ReportTarget.ready(report);
    FactSheet sheet;
    if (definition.embedded(provider)) {
      sheet = askStarted(definition, provider);
    } else if (allowKill) {
      throw new CommandException(
          Exit.CONFIGURATION,
          "Cannot kill the store of '"
              + file
              + "': it was not started for the probe"
              + " (leave out --allow-kill, or say embedded: true)");
    } else {
      sheet = ask(definition, provider, definition.given(provider), Optional.empty());
    }
    write(sheet, target);
    return exit(sheet, needs).code();
  }

  private FactSheet askStarted(ProbeDefinition definition, StoreProbeProvider<?> provider)
      throws CommandException, ConfigurationException, InterruptedException {
    landfall.console().err().println("starting " + definition.dialect());
    try (StartedStore store = StartedStore.of(definition.dialect())) {
      Optional<StoreKill> kill = allowKill ? Optional.of(store::killAndStart) : Optional.empty();
      return ask(definition, provider, definition.with(store.keys()), kill);
    } catch (StoreException e) {
      throw new CommandException(Exit.CONFIGURATION, String.valueOf(e.getMessage()));
    }
  }

  private <C extends Record> FactSheet ask(
      ProbeDefinition definition,
      StoreProbeProvider<C> provider,
      Section keys,
      Optional<StoreKill> kill)
      throws CommandException, ConfigurationException, InterruptedException {
    HostTime time = HostTime.system();
    C configuration = Configurations.bind(provider.configuration(), keys, References.ofProcess());
    ProbeContext context = new ProbeContext(namespace(time), time, kill);
    ProgressLine progress = new ProgressLine(landfall.console().err(), time);
    StopOnSignal signal =
        StopOnSignal.of("stopping after this question", () -> {}, landfall.console().err());
    try (StoreProbe probe = provider.open(definition.dialect(), configuration, context)) {
      ProbeRun run =
          new ProbeRun(
              time,
              question -> {
                if (signal.isSignalled()) {
                  throw new CancellationException("Stopped by a signal: no fact sheet");
                }
                progress.show("asking: " + question.property().claim());
              });
      return run.ask(probe);
    } catch (InterruptedException e) {
      throw e;
    } catch (SinkException | CancellationException e) {
      throw new CommandException(Exit.CONFIGURATION, String.valueOf(e.getMessage()));
    } catch (Exception e) {
      // What a client throws is for developers; its message mostly tells enough.
      throw new CommandException(
          Exit.CONFIGURATION, "Cannot probe " + definition.dialect() + ": " + e.getMessage());
    } finally {
      progress.clear();
    }
  }

  /**
   * Nobody else's: by the clock and the process. Nothing in a store lives longer than the probe.
   */
  private static String namespace(HostTime time) {
    return "landfall_probe_"
        + Long.toString(time.now().toEpochMilli(), RADIX)
        + "_"
        + Long.toString(ProcessHandle.current().pid(), RADIX);
  }

  private void write(FactSheet sheet, ReportTarget target) throws CommandException {
    PrintWriter out = landfall.console().out();
    out.print(FactSheetText.terminal(sheet));
    String text = FactSheetText.markdown(sheet);
    Path written = target.write(into -> Files.writeString(into.resolve("fact-sheet.md"), text));
    out.println("all of the evidence is in " + written);
  }

  private static Exit exit(FactSheet sheet, Optional<Contract> needs) {
    Verdict verdict = needs.map(one -> sheet.carried(one).verdict()).orElse(best(sheet));
    return switch (verdict) {
      case PASS -> Exit.DONE;
      case FAIL -> Exit.FAILED;
      case UNKNOWN -> Exit.CONFIGURATION;
    };
  }

  /** Of all contracts: one that can be carried is enough; all have to fail for a failure. */
  private static Verdict best(FactSheet sheet) {
    var verdicts = sheet.carried().stream().map(one -> one.verdict()).toList();
    if (verdicts.contains(Verdict.PASS)) {
      return Verdict.PASS;
    }
    return verdicts.contains(Verdict.UNKNOWN) ? Verdict.UNKNOWN : Verdict.FAIL;
  }
}
